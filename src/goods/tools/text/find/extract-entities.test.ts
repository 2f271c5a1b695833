import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import extractEntities from './extract-entities.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'

const found = async (text: string, kind: string) =>
  (await runExample(extractEntities, { text, kinds: [kind] }))[kind]

describe('finds', () => {
  test.each([
    [
      'emails',
      'a.b+c@x-y.example.co.uk, <d@e.org>. no@domain a..b@c.de',
      ['a.b+c@x-y.example.co.uk', 'd@e.org'],
    ],
    [
      'urls',
      'see (https://a.example/x_(y)?z=1&w=a@b.de#t). www.b.example!',
      ['https://a.example/x_(y)?z=1&w=a@b.de#t', 'www.b.example'],
    ],
    ['urls', 'http:// httpss://x', []],
    [
      'phones',
      '+49 (0)30 901820, (415) 555-2671, 030/901820',
      ['+4930901820', '(415) 555-2671', '030/901820'],
    ],
    ['phones', '2026-05-03, 192.168.0.1, 12345678, 1.234.567', []],
    [
      'ips',
      '10.0.0.1 and 256.1.1.1, 2001:db8::1, ::1, at 12:30:45, 1.2.3.4.5',
      ['10.0.0.1', '2001:db8::1', '::1'],
    ],
    [
      'dates',
      '2026-05-03, May 3rd, 2026 and 3 May 2026; 03.05.2026; 2026-05-03T10:00:00Z',
      ['2026-05-03', '2026-05-03T10:00:00Z', '3 May 2026', 'May 3rd, 2026', '03.05.2026'],
    ],
    ['dates', 'you may 100 times march', []],
    ['percentages', '5%, 12.5 percent, -3,5 %', [5, 12.5, -3.5]],
    ['hashtags', '#ai #2026goals #42 a#b &#39; #größe', ['#ai', '#2026goals', '#größe']],
    ['mentions', '@ada, mail@x.de @b.c.', ['@ada', '@b.c']],
    [
      'ibans',
      'DE89 3704 0044 0532 0130 00 AND GB82WEST12345698765432, DE88370400440532013000',
      ['DE89370400440532013000', 'GB82WEST12345698765432'],
    ],
  ])('%s in %s', async (kind, text, finds) => {
    expect(await found(text, kind)).toEqual(finds)
  })

  test.each([
    ['$1,234.56', 1234.56, 'USD'],
    ['1.234,56 €', 1234.56, 'EUR'],
    ['€1.5m', 1_500_000, 'EUR'],
    ['3 million dollars', 3_000_000, 'USD'],
    ['CHF 12’500', 12_500, 'CHF'],
    ['0.001 ETH', 0.001, 'ETH'],
    ['£1,000', 1000, 'GBP'],
    ['100 USDC', 100, 'USDC'],
  ])('the amount %s', async (text, value, currency) => {
    expect(await found(`It is ${text}.`, 'amounts')).toEqual([{ text, value, currency }])
  })

  test.each([
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'evm'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bitcoin'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bitcoin'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'bitcoin'],
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'solana'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'tron'],
  ])('the wallet %s is found', async (address, chain) => {
    expect(await found(`pay ${address}.`, 'wallets')).toEqual([{ address, chain }])
  })
  test.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'abcdefghijkmnopqrstuvwxyzabcdefghijkmnopqrst',
  ])('%s is not a wallet', async (address) => {
    expect(await found(address, 'wallets')).toEqual([])
  })
})

test('mail addresses in any script (RFC 6531)', async () => {
  const text = 'münchen@exämple.de, 用户@例子.中国 ü@x.y'
  expect(await found(text, 'emails')).toEqual(['münchen@exämple.de', '用户@例子.中国'])
})

test('a match counts once, as one kind', async () => {
  const text = 'a@b.de a@b.de https://x.example/?q=$20&p=5%&ip=10.0.0.1'
  const answer = await runExample(extractEntities, { text })
  expect(answer).toMatchObject({ count: 2, amounts: [], ips: [], emails: ['a@b.de'] })
})

test('unknown kinds are refused', async () => {
  const asked = runExample(extractEntities, { text: 'x', kinds: ['cats'] })
  await expect(asked).rejects.toMatchObject({ code: 'bad_input' })
})

/** Half a megabyte of text that is hard for the patterns. */
test.each([
  'a',
  '1',
  '1 ',
  'a@',
  'a.',
  '1.',
  '+1 ',
  '-',
  '(1',
  ':',
  'f:',
  '@',
  '#',
  '$',
  '$1,',
  'http://',
  'A1',
  '0x',
  '\ufffd',
  'DE12 ABCD ',
])('hostile repetition of %j is searched in time', async (piece) => {
  const text = piece.repeat(Math.floor(150_000 / piece.length))
  const worked = startWorkInThreads()
  await runExample(extractEntities, { text, kinds: ['emails'] })
  expect(await worked()).toBeLessThan(1_500)
})

test('a day that does not exist is not a date', async () => {
  expect(await found('on 2026-02-30, 2026-02-28 and 2024-02-29', 'dates')).toEqual([
    '2026-02-28',
    '2024-02-29',
  ])
})

test('the mixed case of an EVM address is its checksum', async () => {
  const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const wrong = right.replace('5aA', '5Aa')
  const plain = right.toLowerCase()
  expect(await found(`${right} ${wrong} ${plain}`, 'wallets')).toEqual([
    { address: right, chain: 'evm' },
    { address: plain, chain: 'evm' },
  ])
})
