import { describe, expect, it } from 'vitest';
import { listCuts } from '../../../support/scan-text.ts';

describe('symbols', () => {
  it('of SQL are the created objects', () => {
    const text = `-- people
CREATE TABLE IF NOT EXISTS "public"."users" (
  id int, -- ; CREATE TABLE no1
  name text DEFAULT 'a;''b CREATE TABLE no2'
);
INSERT INTO users VALUES (1, 'CREATE TABLE no3;');
/* CREATE TABLE no4 */
create or replace function f(a int) returns int as $$
  begin; create table no5 (); end;
$$ language plpgsql;
CREATE UNIQUE INDEX users_name ON users (name); CREATE VIEW v AS SELECT 1;
ALTER TABLE users ADD x int;
`;
    expect(listCuts('a.sql', text)).toEqual([
      'class public.users @1:2-5',
      'function f @7:8-10',
      'const users_name @11:11-11',
      'class v @11:11-11',
    ]);
  });

  it('of SQL do not include an index without a name', () => {
    const text = 'CREATE INDEX ON t (a);\ncreate unique index concurrently on t (b);\nCREATE INDEX "on" ON t (c);\n';
    expect(listCuts('a.sql', text)).toEqual(['const on @3:3-3']);
  });

  it('of unquoted SQL routines end with the next top-level statement', () => {
    const text =
      'CREATE PROCEDURE p()\nBEGIN\n  CREATE TEMPORARY TABLE no (a int);\n  SELECT `a\\`b;`;\nEND;\nCREATE TABLE t (a int);\n';
    expect(listCuts('a.sql', text)).toEqual(['function p @1:1-5', 'class t @6:6-6']);
  });

  it('of GraphQL are types and operations, with their descriptions', () => {
    const text = `"""
A user { type No }
"""
type User implements Node @key(fields: "id") {
  # type No2 {
  id(a: String = "}"): ID!
}
extend type User { age: Int }
"one line"
enum Role { ADMIN }
union Hit = User | Role
directive @auth(role: Role) on FIELD
scalar Date
query Users($a: Int) { users { id } }
fragment F on User { id }
{ anonymous }
schema { query: Query }
`;
    expect(listCuts('a.graphql', text)).toEqual([
      'class User @1:4-7',
      'class User @8:8-8',
      'enum Role @9:10-10',
      'type Hit @11:11-11',
      'function @auth @12:12-12',
      'type Date @13:13-13',
      'function Users @14:14-14',
      'function F @15:15-15',
      'module schema @17:17-17',
    ]);
  });

  it('of protocol buffers are messages, enums and services, with their members', () => {
    const text = `syntax = "proto3"; // message No {
package a.b;
/* message No2 { */
// A person.
message Person {
  string name = 1 [default = "message No3 {"];
  enum Kind { A = 0; }
  message Address {
    string street = 1;
  }
}
service Book {
  rpc Get (Person) returns (Person) {}
  rpc List(Person) returns (stream Person);
}
`;
    expect(listCuts('a.proto', text)).toEqual([
      'module a.b @2:2-2',
      'class Person @3:5-11',
      'enum Person.Kind @7:7-7',
      'class Person.Address @8:8-10',
      'interface Book @12:12-15',
      'method Book.Get @13:13-13',
      'method Book.List @14:14-14',
    ]);
  });

  it('of Terraform are its blocks, named as in references', () => {
    const text = `# The server.
resource "aws_instance" "web" {
  user_data = <<-EOF
    }
    resource "no" "no" {
  EOF
  tags = { a = "\${lookup(var.x, "y")}" }
}
variable "region" { default = "eu" }
data "aws_ami" "a" {}
module "vpc" {
}
locals {
  a = 1
}
`;
    expect(listCuts('main.tf', text)).toEqual([
      'class aws_instance.web @1:2-8',
      'const var.region @9:9-9',
      'class data.aws_ami.a @10:10-10',
      'module module.vpc @11:11-12',
      'const locals @13:13-15',
    ]);
  });

  it('of a Dockerfile are its stages', () => {
    const text = `# build
FROM --platform=x node:20 AS build
RUN a && \\
  from no
RUN <<EOF
FROM no
EOF

from debian:12
CMD x
`;
    expect(listCuts('Dockerfile.dev', text)).toEqual(['module build @1:2-7', 'module debian:12 @9:9-10']);
  });

  it('of a makefile are the targets that are written out', () => {
    const text = `CC := gcc
X = a:b
.PHONY: all clean

# Everything.
all: lib/a.o main ## help
\t@echo no: target
%.o: %.c
\t$(CC) a
install uninstall:: all
\tx
$(OBJS): no
clean: X = 1
clean:
define T
no: x
endef
a:=b
`;
    expect(listCuts('Makefile', text)).toEqual([
      'function all @5:6-7',
      'function %.o @8:8-9',
      'function install @10:10-13',
      'function uninstall @10:10-13',
      'function clean @14:14-18',
    ]);
  });
});
