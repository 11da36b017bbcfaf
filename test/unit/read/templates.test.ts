import { describe, expect, it } from 'vitest';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';

const FILES = {
  'owner.html': `<!DOCTYPE html>
<html xmlns:th="https://www.thymeleaf.org" th:replace="~{fragments/layout :: layout (~{::body},'owners')}">
<body>
  <form th:object="\${owner}" class="form-horizontal" method="post">
    <input th:replace="~{fragments/inputField :: input ('First Name', 'firstName', 'text')}" />
    <button class="btn" type="submit" th:text="\${owner['new'] ? 'Add' : 'Update'}">Add Owner</button>
  </form>
  <script>function validateOwner() { return true; }</script>
</body>
</html>
`,
  'hero.component.html': `<ul *ngIf="heroes.length">
  <li *ngFor="let hero of heroes" (click)="onSelect(hero)">{{ hero.name }}</li>
</ul>
`,
  'Cart.vue': `<script setup lang="ts">
export function addToCart(id: number): void {}
</script>
<template><p v-if="total > 0" @click="addToCart(1)">{{ total }}</p></template>
`,
  'Card.svelte':
    '<script>\n  export function openCard() {}\n</script>\n{#if visible}\n  <b class:active>{title}</b>\n{/if}\n',
  'Page.astro':
    '---\nfunction findPosts() { return []; }\n---\n<Layout title="x">{posts.map((p) => <a href={p.url}>go</a>)}</Layout>\n',
  'list.html': "{% extends 'base.html' %}\n{% block body %}<h2>{{ title }}</h2>{% endblock %}\n",
  'show.html.erb': '<% @users.each do |user| %>\n  <td><%= user.email %></td>\n<% end %>\n',
  'shell.html':
    '<html><head><title>App</title></head><body><div id="root"></div><script>bootApp("root");</script></body></html>\n',
  'page.html':
    '<html><body><h1>About {{ braces }}</h1><p>' +
    'Long words about templates. '.repeat(60) +
    '</p><script>var secretScript;</script></body></html>\n',
};

describe('templates and app markup', () => {
  const made = makeEngine().then(async ({ engine }) => ({ engine, collectionId: await makeCollection(engine, FILES) }));

  it('are code as written: the chunks contain exactly the lines they cite', async () => {
    const { engine, collectionId } = await made;
    for (const [path, text] of Object.entries(FILES)) {
      const answer = await engine.readFile(collectionId, path);
      if (path === 'page.html') {
        expect(answer?.file.kind).toBe('html');
        expect(answer?.chunks.map(({ content }) => content).join()).not.toContain('secretScript');
        continue;
      }
      expect([path, answer?.file.kind]).toEqual([path, 'code']);
      const lines = text.split('\n');
      for (const { content, startLine, endLine } of answer?.chunks ?? [])
        expect(content.trimEnd()).toBe(
          lines
            .slice(startLine - 1, endLine)
            .join('\n')
            .trimEnd(),
        );
      expect(answer?.chunks.map(({ content }) => content).join('\n')).toBe(text.trimEnd());
    }
  });

  it.each([
    ['th:object', 'owner.html'],
    ['ngFor', 'hero.component.html'],
    ['v-if', 'Cart.vue'],
    ['extends base', 'list.html'],
    ['each user email', 'show.html.erb'],
    ['bootApp', 'shell.html'],
  ])('are found by their tags, attributes and scripts: %s', async (query, path) => {
    const { engine, collectionId } = await made;
    const { hits } = await engine.search(collectionId, query);
    expect(hits[0]?.path).toBe(path);
  });

  it('have an outline of their scripts', async () => {
    const { engine, collectionId } = await made;
    const names = async (path: string) =>
      (await engine.listSymbols(collectionId, path)).map(({ name, startLine }) => [name, startLine]);
    expect(await names('owner.html')).toEqual([['validateOwner', 8]]);
    expect(await names('Cart.vue')).toEqual([['addToCart', 2]]);
    expect(await names('Card.svelte')).toEqual([['openCard', 2]]);
    expect(await names('Page.astro')).toEqual([['findPosts', 2]]);
  });
});
