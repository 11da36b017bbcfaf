import type { Kind } from '../model/kind.ts';

/** File name extensions (lower case) of languages that have a grammar. Headers are C by name; those that contain C++ are read as C++. */
export const LANGUAGE_BY_EXTENSION =
  toLanguages(`javascript js mjs cjs jsx; typescript ts mts cts; tsx tsx; python py pyi pyw; go go; rust rs;
  java java; c c h; cpp cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp; c-sharp cs csx; php php phtml; ruby rb rake gemspec ru podspec;
  bash sh bash zsh ksh bats; css css; kotlin kt kts; swift swift; scala scala sc sbt; dart dart; elixir ex exs;
  haskell hs; ocaml ml mli; lua lua; zig zig`);

/** Languages of markup with scripts in it: the scripts have an outline. */
export const MARKUP: ReadonlySet<string> = new Set(['html', 'vue', 'svelte', 'astro']);

/** Extensions of components and templates that are code without a grammar of their own. */
export const MARKUP_BY_EXTENSION =
  toLanguages(`vue vue; svelte svelte; astro astro; erb erb; ejs ejs; handlebars hbs handlebars mustache;
  jinja j2 jinja jinja2 njk; liquid liquid; twig twig; jsp jsp; razor cshtml razor`);

/** Whole names (lower case) of code files without a telling extension. */
export const LANGUAGE_BY_NAME =
  toLanguages(`ruby gemfile rakefile guardfile podfile fastfile vagrantfile brewfile capfile;
  javascript jakefile; python sconstruct sconscript wscript;
  bash .bashrc .bash_profile .bash_aliases .profile .zshrc .zshenv .zprofile pkgbuild apkbuild`);

/** Languages whose kind is their own; the kind of all others is `code`. */
export const KIND_BY_LANGUAGE: ReadonlyMap<string, Kind> = new Map([
  ['javascript', 'java_script'],
  ['typescript', 'type_script'],
  ['tsx', 'type_script'],
]);

/** Extensions of programming languages without a grammar: their outlines go by keywords. */
export const PLAIN_BY_EXTENSION =
  toLanguages(`groovy groovy gradle; perl pl pm t; erlang erl hrl; clojure clj cljs cljc bb; julia jl; r r; fsharp fs fsx fsi; nim nim nims; objective-c m mm;
  powershell ps1 psm1 psd1; crystal cr; d d; elm elm; purescript purs; pascal pas dpr; fortran f f90 f95 f03 f08; visual-basic vb bas vbs;
  lisp lisp lsp el; scheme scm ss rkt; solidity sol; gdscript gd; tcl tcl; coffeescript coffee; vala vala; haxe hx; fish fish; awk awk; vim vim;
  nix nix; cuda cu cuh; glsl glsl vert frag; verilog v sv; vhdl vhd vhdl; ada adb ads; gleam gleam; odin odin; reason re rei`);

/** Names of formats, by extension. */
const OTHER_BY_EXTENSION =
  toLanguages(`clojure edn; sql sql; vue vue; svelte svelte; astro astro; html html htm xhtml; markdown md mdx markdown; json json jsonc json5;
  yaml yaml yml; toml toml; xml xml; restructuredtext rst; asciidoc adoc; org org; latex tex; graphql graphql gql; protobuf proto; terraform tf hcl`);

/** Further names that people type. */
const ALIASES = toLanguages('bash shell; go golang; c-sharp c# csharp; javascript node');

/** Returns the language that an extension or another name means, or undefined. Takes lower case. */
export function findLanguage(name: string): string | undefined {
  return (
    LANGUAGE_BY_EXTENSION.get(name) ?? PLAIN_BY_EXTENSION.get(name) ?? OTHER_BY_EXTENSION.get(name) ?? ALIASES.get(name)
  );
}

/** Reads rows of a language and the names that mean it. */
function toLanguages(rows: string): ReadonlyMap<string, string> {
  return new Map(
    rows.split(';').flatMap((row) => {
      const [language = '', ...names] = row.trim().split(/\s+/);
      return names.map((name) => [name, language] as const);
    }),
  );
}

/** Languages that are not written like their name here with a capital. */
const SPELLED: Readonly<Record<string, string>> = {
  'c-sharp': 'C#',
  cpp: 'C++',
  css: 'CSS',
  fsharp: 'F#',
  html: 'HTML',
  javascript: 'JavaScript',
  json: 'JSON',
  jsp: 'JSP',
  latex: 'LaTeX',
  'objective-c': 'Objective-C',
  ocaml: 'OCaml',
  ocaml_interface: 'OCaml interfaces',
  php: 'PHP',
  powershell: 'PowerShell',
  restructuredtext: 'reStructuredText',
  sql: 'SQL',
  toml: 'TOML',
  tsx: 'TSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

/** Writes the name of a language as people do. */
export function nameLanguage(language: string): string {
  return SPELLED[language] ?? language.replace(/^./, (first) => first.toUpperCase());
}
