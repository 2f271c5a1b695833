import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import graph from './graph.ts'

const CIRCLE = [
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'a'],
  ['c', 'd'],
]

test('cycles, and the components in which every node reaches every other', async () => {
  expect((await runExample(graph, { op: 'cycles', edges: CIRCLE }))['result']).toEqual([
    ['a', 'b', 'c'],
  ])
  const told = await runExample(graph, { op: 'stronglyConnected', edges: CIRCLE })
  expect(told['result']).toEqual([['a', 'b', 'c'], ['d']])
})

test('a cycle with a negative sum is reported; a single negative weight is fine', async () => {
  const ends = { op: 'shortestPath', from: 'a', to: 'c' }
  const fine = [
    ['a', 'b', 5],
    ['b', 'c', -4],
    ['a', 'c', 2],
  ]
  expect(await runExample(graph, { ...ends, edges: fine })).toMatchObject({ cost: 1 })
  const below = runExample(graph, { ...ends, edges: [...fine, ['c', 'b', 1]] })
  await expect(below).rejects.toThrow(/^edges: must have no cycle whose weights sum to below 0/)
})

test('the flow of a textbook example', async () => {
  const edges = [
    ['s', '1', 16],
    ['s', '2', 13],
    ['2', '1', 4],
    ['1', '3', 12],
    ['3', '2', 9],
    ['2', '4', 14],
    ['4', '3', 7],
    ['3', 't', 20],
    ['4', 't', 4],
  ]
  const told = await runExample(graph, { op: 'maxFlow', edges, from: 's', to: 't' })
  expect(told['cost']).toBe(23)
})

test.each([
  [{ op: 'topologicalSort', edges: CIRCLE }, /one through a, b, c/],
  [{ op: 'shortestPath', edges: CIRCLE, from: 'a' }, /^to: must be the name/],
  [{ op: 'mst', edges: [['a', 'b', -1]] }, /^edges: must have weights/],
])('%j is refused', async (input, why) => {
  await expect(runExample(graph, input)).rejects.toThrow(why)
})

test('the cycles of a complete graph are cut at the limit, in time', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `n${at}`)
  const edges = names.flatMap((a) => names.flatMap((b) => (a === b ? [] : [[a, b]])))
  const told = await runExample(graph, { op: 'cycles', edges, limit: 50 })
  expect(told).toMatchObject({ truncated: true })
  expect(told['result']).toHaveLength(50)
})
