import { describe, expect, test } from 'vitest'
import { firstSuccess } from './failover.ts'
import { badInput, Fault } from './fault.ts'

const down = (name: string) => new Fault('upstream_unreachable', `${name} is down.`)

const attempted = async (outcomes: readonly [unknown, ...unknown[]]) => {
  const tried: unknown[] = []
  const answer = firstSuccess(outcomes, async (outcome) => {
    tried.push(outcome)
    if (outcome instanceof Error) throw outcome
    return outcome
  })
  return { answer: await answer.catch((thrown: unknown) => thrown), tried: tried.length }
}

describe('firstSuccess', () => {
  test('the first answer is the answer', async () => {
    expect(await attempted(['a', 'b'])).toEqual({ answer: 'a', tried: 1 })
    expect(await attempted([down('a'), 'b', 'c'])).toEqual({ answer: 'b', tried: 2 })
  })
  test('if all fail, the first failure is thrown', async () => {
    const { answer, tried } = await attempted([down('a'), down('b')])
    expect([(answer as Fault).message, tried]).toEqual(['a is down.', 2])
  })
  test.each([
    ["the caller's mistake", badInput('q: is empty.')],
    ['a caller who is gone', new Fault('caller_gone', 'The caller hung up.')],
    ['a bug', new TypeError('x is not a function')],
  ])('%s ends it', async (_what, thrown) => {
    expect(await attempted([thrown, 'b'])).toEqual({ answer: thrown, tried: 1 })
  })
})
