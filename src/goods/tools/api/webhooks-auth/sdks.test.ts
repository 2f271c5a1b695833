import { sign as octokitSign, verify as octokitVerify } from '@octokit/webhooks-methods'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import webhookSign from './webhook-sign.ts'
import webhookVerify from './webhook-verify.ts'

/** Signatures of the senders' own packages are accepted here, and they accept those made here. */
const BODIES = ['{}', '{"a":"é😀"}', 'a=1&b=2', '{"id":"evt_1","object":"event"}', ' \n']
const NOW = Math.floor(Date.now() / 1000)

const signed = async (provider: string, body: string, secret: string) => {
  const { headers } = await runExample(webhookSign, { provider, body, secret, epochSeconds: NOW })
  return headers as Record<string, string>
}
const isTaken = async (provider: string, body: string, headers: object, secret: string) =>
  (await runExample(webhookVerify, { provider, body, headers, secret }))['valid']

describe.each(BODIES)('%j', (body) => {
  test('of Stripe', async () => {
    const { webhooks } = new Stripe('sk_test_x')
    const secret = 'whsec_test'
    const header = webhooks.generateTestHeaderString({ payload: body, secret, timestamp: NOW })
    expect(await isTaken('stripe', body, { 'Stripe-Signature': header }, secret)).toBe(true)
    expect(await isTaken('stripe', `${body} `, { 'Stripe-Signature': header }, secret)).toBe(false)
    const ours = (await signed('stripe', body, secret))['stripe-signature'] ?? ''
    expect(webhooks.signature?.verifyHeader(body, ours, secret, 300)).toBe(true)
    expect(() => webhooks.signature?.verifyHeader(`${body} `, ours, secret, 300)).toThrow(
      /signature/,
    )
  })

  test('of GitHub', async () => {
    const header = await octokitSign('secret', body)
    expect(await isTaken('github', body, { 'x-hub-signature-256': header }, 'secret')).toBe(true)
    const ours = (await signed('github', body, 'secret'))['x-hub-signature-256'] ?? ''
    expect(await octokitVerify('secret', body, ours)).toBe(true)
    expect(await octokitVerify('secret', `${body} `, ours)).toBe(false)
  })

  test('of Standard Webhooks', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const webhook = new Webhook(secret)
    const header = webhook.sign('msg_1', new Date(NOW * 1000), body)
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(NOW),
      'webhook-signature': header,
    }
    expect(await isTaken('standard', body, headers, secret)).toBe(true)
    const ours = await signed('standard', body, secret)
    expect(() => webhook.verify(`${body} `, ours)).toThrow(/signature/i)
    const told = body.startsWith('{') ? () => webhook.verify(body, ours) : () => null
    expect(told).not.toThrow()
  })
})
