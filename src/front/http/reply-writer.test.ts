import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { CallReply, HeaderPair } from '../../base/core/call.ts'
import { alwaysFor, headersOf } from './head.ts'
import { createWriter } from './reply-writer.ts'

const ALWAYS = alwaysFor({ isOpenToPages: false })
const CHALLENGE = 'www-authenticate'

const replyOf = (challenges: readonly string[], alike?: object): CallReply => ({
  status: 402,
  headers: [
    ['payment-required', 'e30='],
    ...challenges.map((value): HeaderPair => [CHALLENGE, value]),
    ['x-last', '1'],
  ],
  body: { kind: 'json', text: '{}' },
  ...(alike && { alike }),
})

/** The challenges as they are written, by a head of text or by Node; undefined for none. */
function writtenBy(write: ReturnType<typeof createWriter>, reply: CallReply): string | undefined {
  let head = ''
  const outgoing = {
    shouldKeepAlive: true,
    useChunkedEncodingByDefault: true,
    writeHead(_status: number, headers: Record<string, string>) {
      head = Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')
      return this
    },
    end() {},
  }
  write(reply, 'id', outgoing as unknown as ServerResponse)
  head ||= (outgoing as unknown as { readonly _header: string })._header
  expect(head).toContain('x-last: 1\r\n')
  return /^www-authenticate: ?(.*)\r$/m.exec(head)?.[1]
}

const CASES: readonly (readonly [readonly string[], string | undefined])[] = [
  [['Payment id="1"', 'Payment id="2"'], 'Payment id="1", Payment id="2"'],
  [['', 'Payment id="2"'], 'Payment id="2"'],
  [['Payment id="1"', ''], 'Payment id="1"'],
  [['', ''], undefined],
  [[], undefined],
  [['Payment id="3"', 'Payment id="4"'], 'Payment id="3", Payment id="4"'],
]

test.each([
  ['of the same names', undefined],
  ['that are alike', {}],
])('an offer without a challenge leaves no empty header, in answers %s', (_name, alike) => {
  const write = createWriter(ALWAYS, () => {})
  for (const [challenges, expected] of [...CASES, ...CASES.toReversed()])
    expect(writtenBy(write, replyOf(challenges, alike))).toBe(expected)
})

test('an offer without a challenge leaves no empty header where Node writes them', () => {
  for (const [challenges, expected] of CASES)
    expect(headersOf(replyOf(challenges), 'id', ALWAYS)[CHALLENGE]).toBe(expected)
})
