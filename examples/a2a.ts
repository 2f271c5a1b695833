/** An A2A client finds the card, asks in words, and buys a tool over x402 within one task. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Role, TaskState, type Task } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { url, walletKey } from './_settings.ts'

const agent = await new ClientFactory().createFromUrl(url)

// Words are answered with the tools that fit.
const found = await send({ text: 'remember a value for my wallet' })
console.log(found.status?.message?.parts[0]?.content?.value)

// A call of a tool that costs money asks for its payment.
const order = { slug: 'memory-write', params: { key: 'greeting', value: 'hello' } }
const quote = await send({ data: order })
assert.equal(quote.status?.state, TaskState.TASK_STATE_INPUT_REQUIRED)
const required = quote.status.message?.metadata?.['x402.payment.required'] as never

// The payment goes into the same task, and its answer comes as an artifact.
const payer = new x402Client().register(
  'eip155:*',
  new ExactEvmScheme(privateKeyToAccount(walletKey)),
)
const paid = await send({ text: 'Here is the payment.' }, quote, {
  'x402.payment.status': 'payment-submitted',
  'x402.payment.payload': await payer.createPaymentPayload(required),
})

assert.equal(paid.status?.state, TaskState.TASK_STATE_COMPLETED)
const receipts = paid.status.message?.metadata?.['x402.payment.receipts'] as Receipt[] | undefined
assert.equal(receipts?.[0]?.success, true)
console.log(paid.artifacts[0]?.parts[0]?.content?.value, `paid in ${receipts[0].transaction}`)

interface Receipt {
  success: boolean
  transaction: string
}

type Said = { text: string } | { data: unknown }

async function send(said: Said, task?: Task, metadata?: Record<string, unknown>): Promise<Task> {
  const content =
    'text' in said
      ? { $case: 'text' as const, value: said.text }
      : { $case: 'data' as const, value: said.data }
  const answer = await agent.sendMessage({
    tenant: '',
    configuration: undefined,
    metadata: undefined,
    message: {
      messageId: randomUUID(),
      role: Role.ROLE_USER,
      parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
      taskId: task?.id ?? '',
      contextId: task?.contextId ?? '',
      metadata,
      extensions: [],
      referenceTaskIds: [],
    },
  })
  if (!('status' in answer)) throw new Error('a message came instead of a task')
  return answer
}
