import { afterAll, beforeAll, expect, test } from 'vitest'
import decide from '../../src/goods/tools/routing/execute/decide-execute.ts'
import { startProvider, type FaultyProvider, type Play } from '../support/llm/provider.ts'
import { runExample } from '../support/run-tool.ts'

/** A decision that a model plans and puts into words. */
let provider: FaultyProvider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(async () => provider.stop())

const says =
  (content: unknown): Play =>
  (response) => {
    const message = { role: 'assistant', content: JSON.stringify(content) }
    const body = { choices: [{ index: 0, message, finish_reason: 'stop' }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

const run = () =>
  runExample(
    decide,
    { goal: 'hash hello in two ways', allow: ['hash', 'base64'], include: 'self' },
    undefined,
    { LLM_URL: provider.url, LLM_URL_MODEL: 'small' },
  )

const asksTo = (at: number): string => JSON.stringify(provider.requests[at]?.body['messages'])
const numberOf = (slug: string): number => {
  const data = asksTo(0)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll(String.raw`\"`, '"')
  return Number(
    new RegExp(`"candidate":(\\d+),"seller":"this service","slug":"${slug}"`).exec(data)?.[1],
  )
}
const WORDS = { decision: 'It is hashed.', reasoning: 'Both answers say so.' }

/** Plans by the numbers that it was told. */
const plans =
  (...params: readonly object[]): Play =>
  (response, request) => {
    const steps = params.map((each) => ({
      candidate: numberOf('hash'),
      params: JSON.stringify(each),
    }))
    return says({ steps })(response, request)
  }

test('a model plans, its plan is run, and it concludes', async () => {
  provider.plays(says(WORDS), plans({ text: 'hello' }, { text: 'hello', algo: 'sha512' }))
  const answer = (await run()) as { steps: { result: { algo: string } }[] }
  expect(answer).toMatchObject({ ...WORDS, by: 'small', spentUsd: 0.002 })
  expect(answer.steps.map(({ result }) => result.algo)).toEqual(['sha256', 'sha512'])
  expect(asksTo(1)).toContain('2cf24dba')
})

test('a plan of tools that are no candidates runs none of them, and the goal fails', async () => {
  const steps = [{ candidate: 99, params: '{}' }]
  provider.plays(says(WORDS), says({ steps }))
  await expect(run()).rejects.toMatchObject({ code: 'not_dispatchable' })
})

test('where the model fails at the end, the rules tell what was run', async () => {
  const down: Play = (response) => void response.writeHead(500).end('{}')
  provider.plays(down, plans({ text: 'hello' }))
  expect(await run()).toMatchObject({ by: 'rules', decision: /answer of hash/ })
})
