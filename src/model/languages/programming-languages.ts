import type { Kind } from '../kind.ts';

/** File name extensions (lower case) of languages that have a grammar. Headers are C by name; those that contain C++ are read as C++. */
export const LANGUAGE_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['jsx', 'javascript'],
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['tsx', 'tsx'],
  ['py', 'python'],
  ['pyi', 'python'],
  ['pyw', 'python'],
  ['go', 'go'],
  ['rs', 'rust'],
  ['java', 'java'],
  ['c', 'c'],
  ['h', 'c'],
  ['cc', 'cpp'],
  ['cpp', 'cpp'],
  ['cxx', 'cpp'],
  ['c++', 'cpp'],
  ['hh', 'cpp'],
  ['hpp', 'cpp'],
  ['hxx', 'cpp'],
  ['h++', 'cpp'],
  ['ipp', 'cpp'],
  ['inl', 'cpp'],
  ['tpp', 'cpp'],
  ['cs', 'c-sharp'],
  ['csx', 'c-sharp'],
  ['php', 'php'],
  ['phtml', 'php'],
  ['rb', 'ruby'],
  ['rake', 'ruby'],
  ['gemspec', 'ruby'],
  ['ru', 'ruby'],
  ['podspec', 'ruby'],
  ['sh', 'bash'],
  ['bash', 'bash'],
  ['zsh', 'bash'],
  ['ksh', 'bash'],
  ['bats', 'bash'],
  ['css', 'css'],
]);

/** Languages of markup with scripts in it: the scripts have an outline. */
export const MARKUP: ReadonlySet<string> = new Set(['html', 'vue', 'svelte', 'astro']);

/** Extensions of components and templates that are code without a grammar of their own. */
export const MARKUP_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['vue', 'vue'],
  ['svelte', 'svelte'],
  ['astro', 'astro'],
  ['erb', 'erb'],
  ['ejs', 'ejs'],
  ['hbs', 'handlebars'],
  ['handlebars', 'handlebars'],
  ['mustache', 'handlebars'],
  ['j2', 'jinja'],
  ['jinja', 'jinja'],
  ['jinja2', 'jinja'],
  ['njk', 'jinja'],
  ['liquid', 'liquid'],
  ['twig', 'twig'],
  ['jsp', 'jsp'],
  ['cshtml', 'razor'],
  ['razor', 'razor'],
]);

/** Whole names (lower case) of code files without a telling extension. */
export const LANGUAGE_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['gemfile', 'ruby'],
  ['rakefile', 'ruby'],
  ['guardfile', 'ruby'],
  ['podfile', 'ruby'],
  ['fastfile', 'ruby'],
  ['vagrantfile', 'ruby'],
  ['brewfile', 'ruby'],
  ['capfile', 'ruby'],
  ['jakefile', 'javascript'],
  ['sconstruct', 'python'],
  ['sconscript', 'python'],
  ['wscript', 'python'],
  ['.bashrc', 'bash'],
  ['.bash_profile', 'bash'],
  ['.bash_aliases', 'bash'],
  ['.profile', 'bash'],
  ['.zshrc', 'bash'],
  ['.zshenv', 'bash'],
  ['.zprofile', 'bash'],
  ['pkgbuild', 'bash'],
  ['apkbuild', 'bash'],
]);

/** Languages whose kind is their own; the kind of all others is `code`. */
export const KIND_BY_LANGUAGE: ReadonlyMap<string, Kind> = new Map([
  ['javascript', 'java_script'],
  ['typescript', 'type_script'],
  ['tsx', 'type_script'],
]);

/** Names of languages and formats without a grammar, by extension. */
const OTHER_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  `kotlin kt kts; swift swift; scala scala sc; groovy groovy gradle; dart dart; lua lua; perl pl pm; haskell hs; elixir ex exs;
  erlang erl; clojure clj cljs cljc edn; julia jl; r r; ocaml ml mli; fsharp fs fsx; zig zig; nim nim; objective-c m mm;
  powershell ps1 psm1; sql sql; vue vue; svelte svelte; astro astro; html html htm xhtml; markdown md mdx markdown; json json jsonc json5;
  yaml yaml yml; toml toml; xml xml; restructuredtext rst; asciidoc adoc; org org; latex tex; graphql graphql gql; protobuf proto; terraform tf hcl`
    .split(';')
    .flatMap((row) => {
      const [name = '', ...extensions] = row.trim().split(/\s+/);
      return extensions.map((extension) => [extension, name] as const);
    }),
);

/** Further names that people type. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['shell', 'bash'],
  ['golang', 'go'],
  ['c#', 'c-sharp'],
  ['csharp', 'c-sharp'],
  ['node', 'javascript'],
]);

/** Returns the language that an extension or another name means, or undefined. Takes lower case. */
export function findLanguage(name: string): string | undefined {
  return LANGUAGE_BY_EXTENSION.get(name) ?? OTHER_BY_EXTENSION.get(name) ?? ALIASES.get(name);
}
