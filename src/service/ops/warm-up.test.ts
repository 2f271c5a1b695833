import { expect, test } from 'vitest'
import { warmUp } from './warm-up.ts'

test('Steps follow one another, a failure stops none, and a stop leaves out the rest', async () => {
  const done: string[] = []
  const stopping = new AbortController()
  const step =
    (name: string, act = () => {}) =>
    async () => {
      act()
      done.push(name)
    }
  const failing = async () => {
    throw new Error('away')
  }
  const troubles: unknown[] = []
  const steps = [step('a'), failing, step('b', () => stopping.abort()), step('c')]
  await warmUp(steps, (_, cause) => troubles.push(cause))(stopping.signal)
  expect(done).toEqual(['a', 'b'])
  expect(troubles).toHaveLength(1)
})
