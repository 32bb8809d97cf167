predicate import signature result * else
module Foo {
