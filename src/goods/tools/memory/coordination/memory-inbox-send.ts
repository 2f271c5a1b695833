import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { storedJson } from '../../../../engines/formats/stored-json.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { name, ttlSeconds, walletAddress } from '../_fields.ts'

const BODY_BYTES_MAX = 16 * KB
const WEEK_SECONDS = 7 * 24 * 3_600

export default defineTool({
  route: 'POST /api/memory/inbox/send',
  name: 'Memory inbox send',
  description: "Leave a message in another wallet's inbox, signed by the paying wallet's identity.",
  asks: [
    'send a message to another agent',
    'drop a note into the inbox of a wallet',
    'write to another agent',
    'tell a partner agent something',
  ],
  price: '$0.002',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    to: walletAddress().describe('Wallet that receives the message.'),
    body: json({ bytesMax: BODY_BYTES_MAX }).describe(
      'Any JSON value, at most 16 KB as JSON text.',
    ),
    topic: name(64).optional().describe('Label to collect it by, at most 64 characters.'),
    ttlSeconds: ttlSeconds().default(WEEK_SECONDS),
  }),
  output: z.object({
    messageId: z.string(),
    to: z.string(),
    from: z.string().describe('The paying wallet; no other sender can be named.'),
    expiresAt: z.int().describe('In seconds since the epoch.'),
  }),
  examples: [{ input: { to: '0x1111111111111111111111111111111111111111', body: { done: true } } }],

  run: ({ to, body, topic = '', ttlSeconds }, { memory, wallet }) =>
    memory.defer(
      'send',
      { wallet, owner: to },
      { to, body: storedJson('body', body, BODY_BYTES_MAX), topic, ttlSeconds },
    ),
})
