import { readdirSync, readFileSync } from 'node:fs'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Fault } from '../../src/base/core/fault.ts'
import { gather } from '../../src/capabilities/llm/conversation.ts'
import { WIRES } from '../../src/capabilities/llm/wires/all.ts'
import type { Wire } from '../../src/capabilities/llm/wires/wire.ts'
import { spoiltValues } from '../support/recordings/mutate.ts'

/** Answers that providers of models really gave, whole and streamed, sound and spoilt. */
const FOLDER = new URL('../fixtures/llm-answers/', import.meta.url)

const Recorded = z.strictObject({
  origin: z.strictObject({
    repository: z.string(),
    path: z.string(),
    commit: z.string(),
    licence: z.string(),
  }),
  wire: z.enum(['chat', 'messages', 'responses']),
  note: z.string().optional(),
  status: z.int().optional(),
  json: z.record(z.string(), z.unknown()).optional(),
  /** The frames as they were sent. */
  stream: z.string().optional(),
  /** A part of what is gathered, or how the message of the fault begins. */
  expect: z.record(z.string(), z.unknown()),
})

const all = readdirSync(FOLDER).map((file) => ({
  name: file.replace(/\.json$/, ''),
  ...Recorded.parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))),
}))

function streamed(wire: Wire, stream: string) {
  const events: EventSourceMessage[] = []
  createParser({ onEvent: (event) => void events.push(event) }).feed(stream)
  const reader = wire.createReader()
  const pieces = events
    .filter(({ data }) => data !== '[DONE]')
    .flatMap(({ data }) => reader.read(JSON.parse(data) as Record<string, unknown>))
  const end = reader.end()
  return gather(end ? [...pieces, end] : pieces)
}

describe.each(all)('$name', ({ wire: name, json, stream, expect: expected }) => {
  const wire = WIRES[name]

  test('is read as it was meant', () => {
    const read = () => (json ? gather(wire.readAnswer(json)) : streamed(wire, stream ?? ''))
    if ('fault' in expected) expect(read).toThrow(String(expected['fault']))
    else expect(read()).toMatchObject(expected)
  })

  test.skipIf(json === undefined)('spoilt, it is read or refused, and counts no nonsense', () => {
    const mutations = spoiltValues(json)
    expect(mutations.length).toBeGreaterThanOrEqual(20)
    for (const { what, value } of mutations) {
      try {
        const { usage, text } = gather(wire.readAnswer(value as Record<string, unknown>))
        for (const tokens of Object.values(usage)) expect(Number.isFinite(tokens), what).toBe(true)
        expect(text, what).not.toMatch(/undefined|\[object /)
      } catch (thrown) {
        expect(thrown, what).toBeInstanceOf(Fault)
      }
    }
  })
})
