import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import assignment from './assignment.ts'
import invoiceTotal from './invoice-total.ts'
import linearProgram from './linear-program.ts'
import routeOptimize from './route-optimize.ts'
import scheduleTasks from './schedule-tasks.ts'

describe('linear-program', () => {
  const limit = { terms: { 'a b': 2, y: 3 }, op: '<=', value: 12 }
  test('whole numbers have no shadow prices, and names may be any text', async () => {
    const told = await runExample(linearProgram, {
      objective: { 'a b': 3, y: 5 },
      constraints: [limit, { terms: { y: 1 }, op: '<=', value: 2.5 }],
      integers: ['a b', 'y'],
    })
    expect(told).toMatchObject({ value: 19, variables: { 'a b': 3, y: 2 }, duals: null })
  })

  test('an infeasible and an unbounded problem are reported', async () => {
    const constraints = [
      { terms: { x: 1 }, op: '<=', value: 1 },
      { terms: { x: 1 }, op: '>=', value: 2 },
    ]
    expect(await runExample(linearProgram, { objective: { x: 1 }, constraints })).toMatchObject({
      status: 'infeasible',
      value: null,
    })
    const open = { objective: { x: 1 }, constraints: [{ terms: { x: 1 }, op: '>=', value: 0 }] }
    expect(await runExample(linearProgram, open)).toMatchObject({ status: 'unbounded' })
  })

  test('a free variable may be below 0', async () => {
    const told = await runExample(linearProgram, {
      objective: { x: 1 },
      direction: 'min',
      constraints: [{ terms: { x: 1 }, op: '>=', value: -4 }],
      free: ['x'],
    })
    expect(told).toMatchObject({ value: -4 })
  })

  test('a name that is not a variable is refused', async () => {
    const input = { objective: { y: 1 }, constraints: [limit], integers: ['z'] }
    await expect(runExample(linearProgram, input)).rejects.toThrow(
      /^integers: must name variables of the problem; z/,
    )
  })
})

test('more workers than jobs are assigned, for the greatest gain', async () => {
  const costs = [[7], [9], [8]]
  expect(await runExample(assignment, { costs, maximize: true })).toMatchObject({
    pairs: [{ row: '1', column: '0', cost: 9 }],
    unassigned: [
      { kind: 'row', name: '0' },
      { kind: 'row', name: '2' },
    ],
  })
})

describe('schedule-tasks', () => {
  test('one worker takes the sum of durations; a resource separates two workers', async () => {
    const tasks = [
      { name: 'a', duration: 2, resource: 'oven' },
      { name: 'b', duration: 3, resource: 'oven' },
    ]
    expect(await runExample(scheduleTasks, { tasks, workers: 2 })).toMatchObject({
      makespan: 5,
      leastMakespan: 3,
    })
  })

  test('milestones take no time, and dates follow the unit', async () => {
    const tasks = [
      { name: 'go', duration: 0 },
      { name: 'work', duration: 2, after: ['go'] },
    ]
    const told = await runExample(scheduleTasks, { tasks, startIso: '2026-01-01T00:00:00Z' })
    expect(told).toMatchObject({
      makespan: 2,
      schedule: [{ name: 'go' }, { name: 'work', endIso: '2026-01-03T00:00:00.000Z' }],
      criticalPath: ['go', 'work'],
    })
  })

  test.each([
    [[{ name: 'a', duration: 1, after: ['a'] }], /^tasks: must not depend on each other/],
    [[{ name: 'a', duration: 1, after: ['x'] }], /^tasks: .* a comes after x/],
    [
      [
        { name: 'a', duration: 1 },
        { name: 'a', duration: 1 },
      ],
      /^tasks: must have different/,
    ],
  ])('%j is refused', async (tasks, why) => {
    await expect(runExample(scheduleTasks, { tasks })).rejects.toThrow(why)
  })
})

describe('route-optimize', () => {
  const circle = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const turn = (2 * Math.PI * ((at * 7) % count)) / count
      return { name: `s${at}`, lat: 10 * Math.sin(turn), lon: 10 * Math.cos(turn) }
    })

  test.each([11, 40])('%d stops on a circle are visited around it', async (count) => {
    const told = await runExample(routeOptimize, { stops: circle(count) })
    const around = circle(count).toSorted((a, b) => {
      return Math.atan2(a.lat, a.lon) - Math.atan2(b.lat, b.lon)
    })
    const best = await runExample(routeOptimize, { stops: around })
    expect(told['totalKm']).toBeCloseTo(Number(best['totalKm']), 6)
    expect(told['optimal']).toBe(count <= 12)
  })

  test('a matrix of lengths is used, with both ends fixed', async () => {
    const matrix = [
      [0, 1, 5, 9],
      [1, 0, 9, 1],
      [1, 1, 0, 9],
      [9, 9, 9, 0],
    ]
    const stops = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
    const told = await runExample(routeOptimize, {
      stops,
      matrix,
      roundTrip: false,
      fixLast: true,
    })
    expect(told).toMatchObject({ order: ['a', 'c', 'b', 'd'], totalKm: 7 })
    const without = runExample(routeOptimize, { stops })
    await expect(without).rejects.toThrow(/^stops\.0: must have lat and lon/)
  })
})

test('half a cent is rounded to the even cent, or up on request', async () => {
  const lines = [{ quantity: 1, unitPrice: '0.125' }]
  expect(await runExample(invoiceTotal, { lines })).toMatchObject({ total: '0.12' })
  const up = await runExample(invoiceTotal, { lines, halves: 'half-up' })
  expect(up).toMatchObject({ total: '0.13' })
})
