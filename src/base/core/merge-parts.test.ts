import { expect, test } from 'vitest'
import { mergeParts } from './merge-parts.ts'

test('groups become one object', () => {
  expect(mergeParts({ a: 1 }, { b: 2 }, { c: null })).toEqual({ a: 1, b: 2, c: null })
})

test('one value may stand in two groups', () => {
  const db = {}
  expect(mergeParts({ db, a: 1 }, { db, b: 2 })).toEqual({ db, a: 1, b: 2 })
})

test('two values under one name are refused', () => {
  expect(() => mergeParts({ flush: () => 1 }, { flush: () => 2 })).toThrow(
    'two parts are called "flush"',
  )
  expect(() => mergeParts({ a: undefined }, { a: 1 })).toThrow('two parts are called "a"')
})
