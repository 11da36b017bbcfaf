# Serves the built app: `npm run build && docker build -t quire . && docker run -p 8080:8080 quire`
FROM nginx:stable-alpine
COPY dist /srv/quire
# The server of docs/hosting.md.
COPY docs/hosting.md /tmp/
RUN awk '/^```nginx/{on=1;next} /^```/{on=0} on' /tmp/hosting.md > /etc/nginx/conf.d/default.conf
EXPOSE 8080
