/** Sources with their expected outlines, as rows `line/symbolLine-endLine level what name`; constants have `soft`. */
export const MORE: Readonly<Record<string, readonly [source: string, rows: readonly string[]]>> = {
  'a.kt': [
    `package a

/** Docs. */
public const val MAX: Int = 3

/** Docs. */
@Deprecated("x")
public suspend fun <T> List<T>.total(a: Int): Int {
    val local = "\${a} }"
    return local
}

class Store<T>(private val size: Int, other: Int) : Base() {
    constructor(z: Int) : this(z, z)
    var open: Boolean
        get() {
            return true
        }

    companion object {
        const val KEY = 1
        fun make() = Store(1)
    }

    enum class Colour {
        RED, GREEN;
        fun paint() {}
    }
}

typealias Handler = (Int) -> Unit
`,
    [
      '3/4-4 1 soft const MAX',
      '6/8-11 1 function List.total',
      '13/13-29 1 class Store',
      '13/13-13 2 field Store.size',
      '14/14-14 2 method Store.constructor',
      '15/15-18 2 method Store.open',
      '21/21-21 2 field Store.KEY',
      '22/22-22 2 method Store.make',
      '25/25-28 2 enum Store.Colour',
      '26/26-26 3 field Store.Colour.RED',
      '26/26-26 3 field Store.Colour.GREEN',
      '27/27-27 3 method Store.Colour.paint',
      '31/31-31 1 type Handler',
    ],
  ],
  'a.swift': [
    `import Foundation

#if os(Linux)
let limit = 3
#endif

/// Docs.
@available(macOS 10.15, *)
public struct Store<T>: Base {
    let a: Int, b = 1
    var body: Int {
        let local = 1
        return local
    }
    init(a: Int) throws(Failure) { self.a = a }
    func open(
        at path: String
    ) async -> Int {
        #expect(path == "{")
        return 1
    }
    enum Key: String { case one, two }
}

extension Store: Other { static let k = 1
    func more() {}
}

protocol Shape { var area: Int { get } }
`,
    [
      '4/4-4 1 soft const limit',
      '7/9-23 1 class Store',
      '10/10-10 2 field Store.a',
      '10/10-10 2 field Store.b',
      '11/11-14 2 method Store.body',
      '15/15-15 2 method Store.init',
      '16/16-21 2 method Store.open',
      '22/22-22 2 enum Store.Key',
      '22/22-22 3 field Store.Key.one',
      '22/22-22 3 field Store.Key.two',
      '25/25-27 1 class extension Store',
      '25/25-25 2 field Store.k',
      '26/26-26 2 method Store.more',
      '29/29-29 1 interface Shape',
      '29/29-29 2 field Shape.area',
    ],
  ],
  'a.scala': [
    `package a

object Store extends App {
  val Limit = 1
  def run(x: Int): Int = {
    def inner = 1
    inner
  }
}

/** Docs. */
sealed trait Shape { def area: Int }
case class Box(a: Int, b: String) extends Shape
`,
    [
      '3/3-9 1 class Store',
      '4/4-4 2 field Store.Limit',
      '5/5-8 2 method Store.run',
      '11/12-12 1 interface Shape',
      '12/12-12 2 method Shape.area',
      '13/13-13 1 class Box',
      '13/13-13 2 field Box.a',
      '13/13-13 2 field Box.b',
    ],
  ],
  'a.dart': [
    `import 'x.dart';

const int limit = 3;

/// Docs.
class Store<T> extends Base {
  static const key = 1;
  final int a, b;
  Store(this.a, this.b);
  Store.named(this.a) : b = 1;
  @override
  Future<int> open(int x) async {
    return 1;
  }
  int get size => 1;
}

enum Colour { red, green }

void main() {
  run();
}
`,
    [
      '3/3-3 1 soft const limit',
      '5/6-16 1 class Store',
      '7/7-7 2 field Store.key',
      '8/8-8 2 field Store.a',
      '8/8-8 2 field Store.b',
      '9/9-9 2 method Store.Store',
      '10/10-10 2 method Store.named',
      '11/12-14 2 method Store.open',
      '15/15-15 2 method Store.size',
      '18/18-18 1 enum Colour',
      '18/18-18 2 field Colour.red',
      '18/18-18 2 field Colour.green',
      '20/20-22 1 function main',
    ],
  ],
  'a.ex': [
    `defmodule Store.Disk do
  @moduledoc "Docs"
  @timeout 5000
  @type t :: term
  defstruct [:path, size: 1]

  @doc "Opens"
  @spec open(binary) :: t
  def open(path) when is_binary(path) do
    path
  end
  def open(_), do: nil

  if true do
    defp hidden(a), do: a
  end

  defimpl Enumerable, for: List do
    def count(x), do: x
  end
end

test "opens a file" do
  assert 1
end
`,
    [
      '1/1-21 1 module Store.Disk',
      '3/3-3 2 soft const Store.Disk.timeout',
      '4/4-4 2 type Store.Disk.t',
      '5/5-5 2 field Store.Disk.path',
      '5/5-5 2 field Store.Disk.size',
      '7/9-12 2 function Store.Disk.open',
      '15/15-15 2 function Store.Disk.hidden',
      '18/18-20 2 class Store.Disk.Enumerable.List',
      '19/19-19 3 function Store.Disk.Enumerable.List.count',
      '23/23-25 1 function opens a file',
    ],
  ],
  'a.hs': [
    `module Store where

import Data.Map

-- | Opens.
open :: Int -> Int
open 0 = 1
open x = go x
  where go y = y

data Colour = Red | Box { width :: Int,
  height :: Int }

class Shape a where
  area :: a -> Int

instance Shape Colour where
  area _ = 1
`,
    [
      '6/6-9 1 function open',
      '11/11-12 1 type Colour',
      '11/11-11 2 field Colour.Red',
      '11/11-12 2 field Colour.Box',
      '11/11-12 2 field Colour.width',
      '12/12-12 2 field Colour.height',
      '14/14-15 1 interface Shape',
      '15/15-15 2 method Shape.area',
      '17/17-18 1 class instance Shape Colour',
      '18/18-18 2 method Colour.area',
    ],
  ],
  'a.ml': [
    `open Base

let limit = 3

(** Docs *)
let open_file path = path

type t = { a : int;
  b : string }

module Disk = struct
  let size x = x
end
`,
    [
      '3/3-3 1 soft const limit',
      '5/6-6 1 function open_file',
      '8/8-9 1 type t',
      '8/8-8 2 field t.a',
      '9/9-9 2 field t.b',
      '11/11-13 1 module Disk',
      '12/12-12 2 function Disk.size',
    ],
  ],
  'a.mli': [
    `type t
val open_file : string -> t
module type Shape = sig
  val area : int
end
`,
    ['1/1-1 1 type t', '2/2-2 1 function open_file', '3/3-5 1 interface Shape', '4/4-4 2 field Shape.area'],
  ],
  'a.lua': [
    `local cjson = require "cjson"
local type = type
local LIMIT = 3

-- Docs.
local function helper(x)
  return x
end

function Store:open(a) end

local _M = {
  _VERSION = "1",
  run = function() end,
}
_M.close = function()
end
return _M
`,
    [
      '3/3-3 1 soft const LIMIT',
      '5/6-8 1 function helper',
      '10/10-10 1 method Store.open',
      '12/12-15 1 soft const _M',
      '13/13-13 2 field _M._VERSION',
      '14/14-14 2 method _M.run',
      '16/16-17 1 method _M.close',
    ],
  ],
  'a.zig': [
    `const std = @import("std");
pub const limit: usize = 3;

/// Docs.
pub const Store = struct {
    a: u32,
    pub fn init(x: u32) Store {
        return .{ .a = x };
    }
};

pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        pub fn get(self: @This()) T {}
    };
}

test "opens" {}
`,
    [
      '2/2-2 1 soft const limit',
      '4/5-10 1 class Store',
      '6/6-6 2 field Store.a',
      '7/7-9 2 method Store.init',
      '12/12-17 1 class List',
      '14/14-14 2 field List.items',
      '15/15-15 2 method List.get',
      '19/19-19 1 function test opens',
    ],
  ],
};
