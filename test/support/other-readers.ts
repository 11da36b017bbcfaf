import { execFileSync, spawnSync } from 'node:child_process';

export interface ReaderHeadings {
  readonly path: string;
  readonly headings: readonly (readonly [level: number, text: string])[];
}

/** Whether a program is installed; tests that need it are skipped otherwise. */
export function hasProgram(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Headings of reStructuredText by docutils. Roles of Sphinx are read as their text. */
export function readWithDocutils(paths: readonly string[]): ReaderHeadings[] {
  return run('python3', ['-c', DOCUTILS], paths);
}

/** Headings of AsciiDoc by Asciidoctor, the document title included. */
export function readWithAsciidoctor(paths: readonly string[]): ReaderHeadings[] {
  return run('ruby', ['-e', ASCIIDOCTOR], paths);
}

function run(command: string, args: readonly string[], paths: readonly string[]): ReaderHeadings[] {
  const answer = execFileSync(command, args, {
    input: paths.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = answer.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as ReaderHeadings);
}

const DOCUTILS = `
import sys, json, re
from docutils.core import publish_doctree
from docutils.parsers.rst import roles
from docutils import nodes
def role(name, raw, text, line, inliner, options={}, content=[]):
    text = re.sub(r'\\\\(.)', r'\\1', text.replace('\\x00', '\\\\'))
    found = re.match(r'^(.*?\\S)\\s*<[^<>]*>$', text, re.S)
    if found: text = found.group(1)
    if text.startswith('~'): text = text[text.rfind('.') + 1:].replace('~', '')
    if text.startswith('!'): text = text[1:]
    return [nodes.inline(raw, text)], []
roles.role = lambda *a: (role, [])
settings = dict(report_level=5, halt_level=6, file_insertion_enabled=False, doctitle_xform=False, docinfo_xform=False,
    sectsubtitle_xform=False, raw_enabled=False, warning_stream=False, syntax_highlight='none')
for path in sys.stdin.read().split('\\n'):
    out = []
    open_ = [(publish_doctree(open(path, encoding='utf-8', errors='replace').read(), settings_overrides=settings), 0)]
    while open_:
        node, level = open_.pop()
        if isinstance(node, nodes.title): out.append([level, ' '.join(node.astext().split())])
        elif isinstance(node, (nodes.document, nodes.section)):
            for child in reversed(node.children): open_.append((child, level + (1 if isinstance(child, nodes.section) else 0)))
    print(json.dumps({'path': path, 'headings': out}))
`;

const ASCIIDOCTOR = `
require 'asciidoctor'
require 'json'
require 'cgi'
Asciidoctor::LoggerManager.logger.level = 5
def text(html) = CGI.unescapeHTML(html.to_s.gsub(/<[^>]*>/, '')).gsub(/[\\u2009\\u200b]/, '').split.join(' ')
def walk(block, out)
  block.blocks.each do |child|
    next unless child.respond_to?(:context)
    out << [child.level + 1, text(child.title)] if %i[section floating_title].include?(child.context)
    walk(child, out) if %i[section preamble].include?(child.context)
  end
end
STDIN.read.split("\\n").each do |path|
  doc = Asciidoctor.load(File.read(path, encoding: 'utf-8'), safe: :secure)
  out = doc.header? ? [[1, text(doc.doctitle)]] : []
  walk(doc, out)
  puts({ path: path, headings: out }.to_json)
end
`;
