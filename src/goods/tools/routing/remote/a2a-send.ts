import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { agentAt } from './_agent.ts'

const MESSAGE_MAX = 20_000
const POLL_MS = 1_000
/** States after which a task does not change by itself. */
const ENDED = new Set([
  'completed',
  'failed',
  'canceled',
  'cancelled',
  'rejected',
  'input-required',
  'auth-required',
])

export default defineTool({
  route: 'POST /api/a2a-send',
  name: 'A2A send',
  description:
    'Send a message to a remote A2A agent, wait for its task, and collect its reply, artifacts and state.',
  asks: [
    'send a message to an A2A agent',
    'delegate a task to a remote agent and wait for its reply',
    'give a task to another agent',
    'talk to a remote agent',
  ],
  price: '$0.005',
  uses: { web },
  limits: { firstEventMs: 100_000 },
  input: z.object({
    url: webUrl().describe(
      'The site of the agent, its card (.json), or its endpoint for JSON-RPC.',
    ),
    message: z.string().min(1).max(MESSAGE_MAX).describe('What to say, up to 20000 characters.'),
    contextId: z
      .string()
      .max(200)
      .optional()
      .describe('The conversation to go on with, from an earlier answer.'),
    waitSeconds: z
      .int()
      .min(0)
      .max(60)
      .default(30)
      .describe('How long to wait for a task that goes on, 0 to 60.'),
  }),
  output: z.object({
    task: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The task as the agent tells it; null if it answered at once.'),
    status: z
      .string()
      .describe('State of the task in lower case, such as completed; `message` for a bare reply.'),
    contextId: z.string().nullable().describe('The conversation.'),
    artifacts: z.array(z.unknown()).describe('What the task has made.'),
    text: z.string().describe('All text of the reply and the artifacts.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com', message: 'What can you do?' },
      output: {
        task: null,
        status: 'message',
        contextId: 'c1',
        artifacts: [],
        text: 'I say hello.',
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url, message, contextId, waitSeconds }, { web, now }) {
    const agent = await agentAt(web, url)
    const until = now() + waitSeconds * 1_000
    const conversation = contextId === undefined ? {} : { contextId }
    let result = await agent.say({ text: message, messageId: randomUUID(), ...conversation })
    const id = isMessage(result) ? undefined : result['id']
    // Counted too, for a clock that stands still.
    for (let poll = 0; poll < waitSeconds && now() <= until; poll += 1) {
      if (typeof id !== 'string' || ENDED.has(stateOf(result))) break
      await web.pause(POLL_MS)
      result = await agent.task(id)
    }
    return answerOf(result)
  },
})

const isMessage = (result: JsonObject): boolean =>
  result['kind'] === 'message' || Array.isArray(result['parts'])

function answerOf(result: JsonObject) {
  const isReply = isMessage(result)
  const artifacts = Array.isArray(result['artifacts']) ? (result['artifacts'] as unknown[]) : []
  const status = isObject(result['status']) ? result['status'] : {}
  const sources = isReply ? [result] : [...artifacts, status['message']]
  const { contextId } = result
  return {
    task: isReply ? null : result,
    status: isReply ? 'message' : stateOf(result),
    contextId: typeof contextId === 'string' ? contextId : null,
    artifacts,
    text: sources.map(textOf).filter(Boolean).join('\n\n'),
  }
}

const stateOf = (task: JsonObject): string => {
  const status = task['status']
  const state = isObject(status) ? status['state'] : undefined
  if (typeof state !== 'string') return 'unknown'
  return state
    .toLowerCase()
    .replace(/^task_state_/, '')
    .replaceAll('_', '-')
}

function textOf(holder: unknown): string {
  if (!isObject(holder) || !Array.isArray(holder['parts'])) return ''
  return holder['parts']
    .map((part: unknown) =>
      isObject(part) && typeof part['text'] === 'string' ? part['text'] : '',
    )
    .filter(Boolean)
    .join('\n')
}
