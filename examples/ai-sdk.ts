/** An agent of the AI SDK: it searches the catalog and buys what fits, all on one credits key. */
import assert from 'node:assert/strict'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs, tool } from 'ai'
import { z } from 'zod'
import { creditsKey, url } from './_settings.ts'

const headers = { authorization: `Bearer ${creditsKey()}`, 'content-type': 'application/json' }
const farebox = createOpenAICompatible({
  name: 'farebox',
  baseURL: `${url}/v1`,
  apiKey: creditsKey(),
})

const findTool = tool({
  description: 'Finds tools for a task, best first, with a call to copy.',
  inputSchema: z.object({ task: z.string() }),
  async execute({ task }) {
    const query = new URLSearchParams({ q: task, k: '3' }).toString()
    const reply = await fetch(`${url}/api/find?${query}`)
    const { results } = (await reply.json()) as { results: Record<string, unknown>[] }
    return results.map(({ slug, description, price, callExample }) => ({
      slug,
      description,
      price,
      callExample,
    }))
  },
})

const callTool = tool({
  description: 'Calls a tool as its callExample shows.',
  inputSchema: z.object({
    method: z.enum(['GET', 'POST']),
    path: z.string().startsWith('/api/'),
    input: z.record(z.string(), z.unknown()),
  }),
  async execute({ method, path, input }) {
    const query = new URLSearchParams(input as Record<string, string>).toString()
    const request = method === 'POST' ? { body: JSON.stringify(input) } : {}
    const place = method === 'POST' ? path : `${path}?${query}`
    const reply = await fetch(url + place, { method, headers, ...request })
    return reply.json()
  },
})

const { text, steps } = await generateText({
  model: farebox('auto'),
  prompt: 'What is the SHA-256 of hello? Use a tool.',
  tools: { findTool, callTool },
  stopWhen: stepCountIs(5),
})

const used = steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName))
const who = steps.at(-1)?.response.modelId
assert.ok(used.includes('callTool'), `${who} called no tool: the server needs a model that does`)
assert.match(text, /2cf24dba/)
console.log(`used ${used.join(', ')}`)
console.log(text)
