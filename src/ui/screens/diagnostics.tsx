export function Diagnostics() {
  return null;
}
