/** A file for each grammar; each defines `quince`. */
export const CODE: Readonly<Record<string, string>> = {
  'a.py': 'def quince():\n    pass\n',
  'a.js': 'function quince() {}\n',
  'a.ts': 'function quince(): void {}\n',
  'a.tsx': 'function quince() { return <b/>; }\n',
  'a.go': 'package a\nfunc quince() {}\n',
  'a.rs': 'fn quince() {}\n',
  'a.java': 'class A { void quince() {} }\n',
  'a.c': 'int quince(void) { return 1; }\n',
  'a.cpp': 'int quince() { return 1; }\n',
  'a.cs': 'class A { void quince() {} }\n',
  'a.php': '<?php\nfunction quince() {}\n',
  'a.rb': 'def quince\nend\n',
  'a.sh': 'quince() {\n  :\n}\n',
};
