import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexOf } from '../scripts/_recordings.ts'
import { upstreams } from '../scripts/_upstreams.ts'
import type { Capability } from '../src/base/core/capability.ts'
import {
  allRecordings,
  RECORDINGS,
  sought,
  type NamedRecording,
} from './support/recordings/form.ts'
import { wrongIn } from './support/recordings/judge.ts'
import { mutationsOf } from './support/recordings/mutate.ts'
import { createPlayer, partLike, type Player } from './support/recordings/play.ts'

/**
 * Every recorded answer goes through its client as the network would bring it, sound and spoilt. A
 * spoilt one gives the same answer, less of it, or a fault that names the provider; never another
 * answer.
 */
const recordings = await allRecordings()
const capabilities: ReadonlyMap<string, Capability<unknown>> = new Map(
  (await upstreams()).map((one) => [one.name, one]),
)
const byProvider = Object.entries(Object.groupBy(recordings, ({ provider }) => provider)) as [
  string,
  readonly NamedRecording[],
][]

const LONG = { tags: 'long' }

let player: Player
beforeAll(async () => {
  player = await createPlayer(capabilities)
})
afterAll(async () => player.close())

test.each(byProvider)('%s answers as recorded', async (_provider, all) => {
  for (const recording of all) {
    const { outcome, strange } = await player.play(recording)
    expect(strange, recording.name).toEqual([])
    const { expect: expected } = recording
    if ('value' in expected) {
      expect(outcome, recording.name).toHaveProperty('value')
      if ('value' in outcome)
        expect(partLike(outcome.value ?? null, expected.value), recording.name).toEqual(
          expected.value,
        )
    } else {
      expect(outcome, recording.name).toHaveProperty('thrown')
      if ('thrown' in outcome) expect(outcome.thrown).toMatchObject(expected.fault as object)
    }
  }
})

test.each(byProvider)('%s: a spoilt answer is no wrong answer', LONG, async (provider, all) => {
  const { providers = [] } = capabilities.get(provider)!
  const problems: string[] = []
  for (const recording of all) {
    const mutations = mutationsOf(recording)
    const { outcome: sound } = await player.play(recording)
    // A text is read by the tool that asked for it; where nothing is given, the status tells all.
    if ('value' in sound && (typeof sound.value === 'string' || sound.value === undefined)) continue
    for (const { kind, what, spoilt } of mutations) {
      if (recording.isRaw && kind !== 'no answer') continue
      const { outcome } = await player.play(recording, spoilt)
      const isSaidUnknown = 'value' in outcome && outcome.value === null && recording.nullSays
      if (isSaidUnknown) continue
      const wrong = wrongIn(kind, sound, outcome, providers)
      if (wrong) problems.push(`${recording.name}: ${what}: ${wrong}`)
    }
  }
  expect(problems).toEqual([])
})

test('the index is current (npm run recordings)', async () => {
  const written = await readFile(new URL('INDEX.md', RECORDINGS), 'utf8')
  expect(written).toBe(indexOf(recordings, [...capabilities.values()], await sought()))
})

test('what was looked for in vain has no recording', async () => {
  const found = new Set(recordings.map(({ provider, call }) => `${provider}/${call.operation}`))
  expect(Object.keys(await sought()).filter((one) => found.has(one))).toEqual([])
})
