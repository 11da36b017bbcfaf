/** Follows the `color-scheme` of the page. Every colour and size of a site can be set with a variable, or with `::part()`. */
export const STYLES = `
:host {
  --_bg: var(--quire-background, light-dark(#fff, #1b1c1e));
  --_text: var(--quire-text, light-dark(#1d1e20, #ececec));
  --_muted: var(--quire-muted, light-dark(#5c5f66, #a9adb5));
  --_line: var(--quire-border, light-dark(#d5d7db, #3b3d42));
  --_accent: var(--quire-accent, light-dark(#2753c4, #9db8ff));
  --_mark: var(--quire-mark, light-dark(#ffe9a8, #5c4a10));
  --_hover: var(--quire-hover, light-dark(#eef2fb, #282b33));
  --_radius: var(--quire-radius, 8px);
  display: inline-block;
  color: var(--_text);
  font: 400 var(--quire-size, 1rem)/1.5 var(--quire-font, system-ui, sans-serif);
  text-align: start;
}
:host([hidden]) { display: none; }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
* { box-sizing: border-box; margin: 0; }
button, input { font: inherit; color: inherit; background: none; border: 0; border-radius: var(--_radius); }
button { cursor: pointer; min-block-size: 2.5em; padding-inline: .75em; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: -2px; }
svg { inline-size: 1.2em; block-size: 1.2em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
[part='button'] { display: inline-flex; align-items: center; gap: .5em; inline-size: 100%; background: var(--_bg); border: 1px solid var(--_line); color: var(--_muted); }
[part='button']:hover { border-color: var(--_accent); }
kbd { margin-inline-start: auto; padding: 0 .4em; border: 1px solid var(--_line); border-radius: 4px; font: inherit; font-size: .75em; white-space: nowrap; }
dialog { inline-size: min(40rem, 100vw - 2rem); max-inline-size: none; max-block-size: min(40rem, 100dvh - 4rem); margin: 2rem auto auto; padding: 0; flex-direction: column; overflow: hidden; background: var(--_bg); color: inherit; border: 1px solid var(--_line); border-radius: calc(var(--_radius) * 1.5); box-shadow: 0 1rem 3rem #0006; }
dialog[open] { display: flex; }
dialog::backdrop { background: #0007; }
.head { display: flex; align-items: center; gap: .5em; padding: .5em .5em .5em 1em; padding-inline: 1em .5em; border-block-end: 1px solid var(--_line); color: var(--_muted); }
input { flex: 1; min-inline-size: 0; min-block-size: 2.5em; color: var(--_text); outline: none; }
input:focus-visible { outline: none; }
.head:focus-within { box-shadow: inset 0 -2px var(--_accent); }
input::placeholder { color: var(--_muted); opacity: 1; }
.body { overflow-y: auto; padding: .5em; overscroll-behavior: contain; }
[role='status'] { padding: .25em .5em; color: var(--_muted); font-size: .875em; }
ul { list-style: none; padding: 0; margin-inline-start: .75em; border-inline-start: 1px solid var(--_line); }
.page { padding-block: .25em; }
a { display: block; padding: .4em .5em; color: inherit; text-decoration: none; border-radius: var(--_radius); overflow-wrap: anywhere; }
a:hover, a:focus-visible { background: var(--_hover); }
strong, .headings { display: block; color: var(--_accent); font-weight: 600; }
.headings { font-weight: 500; }
.snippet { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; color: var(--_muted); font-size: .875em; }
mark { background: var(--_mark); color: var(--_text); border-radius: 2px; }
[part='more'] { inline-size: 100%; color: var(--_accent); }
[hidden] { display: none; }
@media (max-width: 40rem) {
  dialog { inline-size: 100vw; block-size: 100dvh; max-block-size: none; margin: 0; border: 0; border-radius: 0; }
  kbd { display: none; }
  a { padding-block: .6em; }
}
@media (forced-colors: active) { a:focus-visible { outline: 2px solid; } }
@media print { :host { display: none; } }
`;
