import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import querystring from './graphql-http/querystring.ts'
import retryPlan from './graphql-http/retry-plan.ts'
import webhookSign from './webhooks-auth/webhook-sign.ts'
import webhookVerify from './webhooks-auth/webhook-verify.ts'

const AT = '2026-01-01T00:00:00Z'
const SECONDS = Date.parse(AT) / 1000

describe('webhooks', () => {
  const secrets = { standard: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } as const
  const signers = ['stripe', 'github', 'slack', 'shopify', 'standard', 'generic'] as const

  test.each(signers)(
    'a signature for %s is accepted, and similar ones are refused',
    async (provider) => {
      const secret = provider === 'standard' ? secrets.standard : 'a secret'
      const body = '{"a":"é"}'
      const { headers } = await runExample(webhookSign, { provider, body, secret }, AT)
      const ask = async (changed: object) =>
        (await runExample(webhookVerify, { provider, body, headers, secret, ...changed }, AT))[
          'valid'
        ]
      expect(await ask({})).toBe(true)
      expect(await ask({ body: `${body} ` })).toBe(false)
      expect(await ask({ secret: provider === 'standard' ? 'AAAA' : 'another' })).toBe(false)
      expect(await ask({ headers: {} })).toBe(false)
    },
  )

  test('the example of the Standard Webhooks specification', async () => {
    const read = await runExample(
      webhookVerify,
      {
        provider: 'standard',
        body: '{"test": 2432232314}',
        secret: secrets.standard,
        headers: {
          'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
          'webhook-timestamp': '1614265330',
          'webhook-signature': 'v2,x v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        },
      },
      '2021-02-25T15:02:10Z',
    )
    expect(read).toMatchObject({ valid: true, reason: 'ok', ageSeconds: 0 })
  })

  test('both ends of the window belong to it', async () => {
    const sent = (epochSeconds: number) =>
      runExample(webhookSign, { provider: 'stripe', body: '{}', secret: 's', epochSeconds }, AT)
    for (const [apart, valid] of [
      [-300, true],
      [-301, false],
      [301, false],
    ] as const) {
      const { headers } = await sent(SECONDS + apart)
      const input = { provider: 'stripe', body: '{}', secret: 's', headers }
      expect(await runExample(webhookVerify, input, AT)).toMatchObject({ valid })
    }
  })

  test('the form that the documents of Twilio sign is accepted', async () => {
    const url = 'https://example.com/myapp.php?foo=1&bar=2'
    const form = {
      Digits: '1234',
      To: '+18005551212',
      From: '+14158675310',
      Caller: '+14158675310',
      CallSid: 'CA1234567890ABCDE',
    }
    const headers = { 'X-Twilio-Signature': 'L/OH5YylLD5NRKLltdqwSvS0BnU=' }
    const input = {
      provider: 'twilio',
      url,
      secret: '12345',
      body: String(new URLSearchParams(form)),
      headers,
    }
    expect(await runExample(webhookVerify, input, AT)).toMatchObject({ valid: true })
    await expect(runExample(webhookVerify, { ...input, url: undefined }, AT)).rejects.toThrow(
      /^url: /,
    )
  })

  /** https://docs.slack.dev/authentication/verifying-requests-from-slack */
  test('the example of the documents of Slack', async () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&' +
      'channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&' +
      'command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2F' +
      'T1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.' +
      '803a0bc887a14d10d2c447fce8b6703c'
    const headers = {
      'X-Slack-Request-Timestamp': '1531420618',
      'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    }
    const secret = '8f742231b10e8888abcd99yyyzzz85a5'
    const input = { provider: 'slack', body, headers, secret }
    const at = '2018-07-12T18:36:58Z'
    expect(await runExample(webhookVerify, input, at)).toMatchObject({ valid: true })
  })

  test('Square signs the address and the body, Paddle the time and the body', async () => {
    const hmac = (text: string) => createHmac('sha256', 'k').update(text)
    const url = 'https://example.com/hook'
    const square = { 'x-square-hmacsha256-signature': hmac(`${url}{}`).digest('base64') }
    const paddle = { 'Paddle-Signature': `ts=${SECONDS};h1=${hmac(`${SECONDS}:{}`).digest('hex')}` }
    const ask = async (provider: string, headers: object) =>
      (await runExample(webhookVerify, { provider, body: '{}', secret: 'k', url, headers }, AT))[
        'valid'
      ]
    expect(await ask('square', square)).toBe(true)
    expect(await ask('paddle', paddle)).toBe(true)
    expect(await ask('square', paddle)).toBe(false)
  })

  test('SendGrid signs by a key of its own', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const secret = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const body = '[]\r\n'
    const headers = {
      'X-Twilio-Email-Event-Webhook-Timestamp': String(SECONDS),
      'X-Twilio-Email-Event-Webhook-Signature': sign(
        'sha256',
        Buffer.from(SECONDS + body),
        privateKey,
      ).toString('base64'),
    }
    const input = { provider: 'sendgrid', body, secret, headers }
    expect(await runExample(webhookVerify, input, AT)).toMatchObject({ valid: true })
    expect(await runExample(webhookVerify, { ...input, body: '[]' }, AT)).toMatchObject({
      valid: false,
    })
    await expect(runExample(webhookVerify, { ...input, secret: 'x' }, AT)).rejects.toThrow(
      /^secret: /,
    )
  })
})

describe('webhooks that are signed here are accepted here', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const inText = (key: Buffer): string => key.toString('base64')
  const url = 'https://example.com/hook'
  const keys = {
    sign: inText(privateKey.export({ type: 'pkcs8', format: 'der' })),
    check: inText(publicKey.export({ type: 'spki', format: 'der' })),
  }

  test.each(['paddle', 'sendgrid', 'square', 'zoom', 'shopify'])('of %s', async (provider) => {
    const isPair = provider === 'sendgrid'
    const input = { provider, url, body: '{"a":"é"}', secret: isPair ? keys.sign : 'k' }
    const made = await runExample(webhookSign, { ...input, epochSeconds: SECONDS }, AT)
    const check = async (more: object) => {
      const secret = isPair ? keys.check : 'k'
      const asked = { ...input, headers: made['headers'], secret, ...more }
      return (await runExample(webhookVerify, asked, AT))['valid']
    }
    expect(await check({})).toBe(true)
    expect(await check({ body: '{"a":"e"}' })).toBe(false)
  })

  test('an empty body is refused for senders whose package refuses it', async () => {
    const input = { provider: 'shopify', body: '', secret: 'k' }
    const { headers } = await runExample(webhookSign, input, AT)
    const told = await runExample(webhookVerify, { ...input, headers }, AT)
    expect(told).toMatchObject({ valid: false, reason: expect.stringContaining('empty') })
  })

  test.each([
    [{ provider: 'square', secret: 'k' }, /^url: is required for square/],
    [{ provider: 'sendgrid', secret: 'k' }, /^secret: must be a private key/],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(webhookSign, { body: '{}', ...input }, AT)).rejects.toThrow(why)
  })
})

describe('query strings', () => {
  const read = async (text: string, style = 'brackets') =>
    (await runExample(querystring, { text, style }))['data']

  test('one item in brackets stays a list, an empty one an empty text', async () => {
    expect(await read('a[]=1&b[]=&c=')).toEqual({ a: ['1'], b: [''], c: '' })
    expect(await read('a[0][b]=1&a[1][b]=2')).toEqual({ a: [{ b: '1' }, { b: '2' }] })
    expect(await read('a=1&a=2', 'repeat')).toEqual({ a: ['1', '2'] })
    expect(await read('a=1,2', 'comma')).toEqual({ a: ['1', '2'] })
    expect(await read('?a%5Bb%5D=x+y')).toEqual({ a: { b: 'x y' } })
  })

  test('names of the prototype are plain names', async () => {
    const data = (await read('__proto__[x]=1&constructor=2')) as object
    expect(Object.keys(data)).toEqual(['constructor'])
    expect(({} as { x?: string }).x).toBeUndefined()
  })

  test('names that clash and bounds', async () => {
    expect(await runExample(querystring, { text: 'a=1&a[b]=2&a=3' })).toMatchObject({
      data: { a: ['1', '3'] },
      duplicates: ['a[b]', 'a'],
    })
    await expect(read(`a${'[b]'.repeat(21)}=1`)).rejects.toThrow(/^text: /)
    await expect(read('a=1&'.repeat(2_001))).rejects.toThrow(/^text: /)
    await expect(runExample(querystring, {})).rejects.toThrow(/^text: /)
  })
})

describe('retries', () => {
  test('backoff doubles to its cap, and a date is read as a wait', async () => {
    const input = { status: 503, jitter: 'none', capMs: 3_000, headers: {} }
    expect(await runExample(retryPlan, input, AT)).toMatchObject({
      schedule: [500, 1_000, 2_000, 3_000],
      totalMs: 6_500,
    })
    const headers = { 'Retry-After': 'Thu, 01 Jan 2026 00:01:00 GMT' }
    expect(await runExample(retryPlan, { ...input, headers }, AT)).toMatchObject({ waitMs: 60_000 })
    const reset = { 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': SECONDS + 7 }
    expect(await runExample(retryPlan, { ...input, headers: reset }, AT)).toMatchObject({
      serverWaitMs: 7_000,
    })
  })

  test.each(['full', 'equal', 'decorrelated'])('%s stays in its bounds', async (jitter) => {
    const input = { attempt: 1, maxAttempts: 50, baseMs: 100, capMs: 10_000, jitter, seed: 'a' }
    const { schedule } = await runExample(retryPlan, input, AT)
    expect(schedule).toHaveLength(49)
    const least = jitter === 'full' ? 0 : jitter === 'equal' ? 50 : 100
    for (const wait of schedule as number[]) {
      expect(wait).toBeGreaterThanOrEqual(least)
      expect(wait).toBeLessThanOrEqual(10_000)
    }
    expect((await runExample(retryPlan, input, AT))['schedule']).toEqual(schedule)
  })

  test('there is no retry without attempts left, or if none would help', async () => {
    expect(await runExample(retryPlan, { attempt: 5 }, AT)).toMatchObject({ retry: false })
    expect(await runExample(retryPlan, { status: 400 }, AT)).toMatchObject({ retry: false })
  })
})
