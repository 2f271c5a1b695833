import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'

const FEW = 32
const turn = () => new Promise(setImmediate)

function opened() {
  let at = 0
  const backlog = createBacklog(() => at)
  const many = (count: number) => Array.from({ length: count }, () => backlog.arrived())
  return { backlog, many, pass: (ms: number) => (at += ms) }
}

test('after a long turn, all requests but the first few are late', () => {
  const { backlog, many, pass } = opened()
  expect(new Set(many(FEW * 2))).toEqual(new Set(['none']))
  pass(39)
  expect(backlog.arrived()).toBe('none')
  pass(1)
  expect(backlog.arrived()).toBe('late')
  pass(80)
  expect(backlog.arrived()).toBe('very late')
})

test('a few requests are never late, nor is one after a pause', async () => {
  const { backlog, many, pass } = opened()
  pass(500)
  expect(backlog.arrived()).toBe('none')
  pass(500)
  expect(new Set(many(FEW - 1))).toEqual(new Set(['none']))
  expect(backlog.arrived()).toBe('very late')
  await turn()
  await turn()
  pass(10_000)
  expect(new Set(many(FEW + 1))).toEqual(new Set(['none']))
})

test('requests that are read in one turn have waited since the turn before', async () => {
  const { backlog, many, pass } = opened()
  many(1)
  await turn()
  pass(45)
  expect(new Set(many(FEW))).toEqual(new Set(['none']))
  expect(backlog.arrived()).toBe('late')
  await turn()
  expect(new Set(many(FEW + 1))).toEqual(new Set(['none']))
})
