/** @module-tag long */
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { RECEIPT } from '../../../../../test/support/sites/receipt.ts'
import { internet } from '../../../../../test/support/internet.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { Host } from '../../../../base/core/capability.ts'
import type { Fault } from '../../../../base/core/fault.ts'
import { ocr } from '../../../../engines/threads/ocr.ts'
import imageOcr from './image-ocr.ts'
import { callContext } from '../../../../../test/support/call-context.ts'

interface Line {
  readonly text: string
  readonly confidence: number
  readonly box: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
}
const WORDS = ['Corner Bakery', 'Bread 3.50', 'Total 12.75 EUR']

test('a receipt on the web is read line by line', async () => {
  const answer = await runExample(
    imageOcr,
    { url: 'https://example.com/receipt.png' },
    '2026-01-01T00:00:00Z',
  )
  const { lines, ...rest } = answer as { lines: Line[] }
  expect(rest).toMatchObject({
    text: WORDS.join('\n'),
    wordCount: 7,
    source: 'example.com',
    asOf: '2026-01-01T00:00:00.000Z',
    untrustedContent: true,
  })
  expect(lines.map(({ text }) => text)).toEqual(WORDS)
  const [first] = lines
  expect(first!.confidence).toBeGreaterThan(80)
  expect(Math.abs(first!.box.x - 16)).toBeLessThan(6)
  expect(Math.abs(first!.box.y + first!.box.height - 46)).toBeLessThan(8)
})

test('a picture on its side is read upright', async () => {
  const turned = await sharp(RECEIPT).rotate(-90).withMetadata({ orientation: 6 }).png().toBuffer()
  const answer = await runExample(imageOcr, { image: turned.toString('base64') })
  expect(answer).toMatchObject({ text: WORDS.join('\n'), source: null })
})

test('an empty picture has no text', async () => {
  const create = { width: 200, height: 100, channels: 3, background: 'white' } as const
  const image = (await sharp({ create }).png().toBuffer()).toString('base64')
  expect(await runExample(imageOcr, { image })).toMatchObject({ text: '', lines: [], wordCount: 0 })
})

test.each([
  [{}, 'image: give either image or url'],
  [{ image: 'aGVsbG8=', url: 'https://example.com/' }, 'image: give either image or url'],
  [{ image: 'aGVsbG8=' }, 'image: must be a PNG'],
  [{ image: 'aGVsbG8=', language: 'deu' }, 'language: '],
])('an unreadable picture is refused: %j', async (input, message) => {
  await expect(runExample(imageOcr, input)).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringContaining(message) as string,
  })
})

test('a site that sends no picture is a fault of the site', async () => {
  const { sites } = await internet()
  sites.set('pictures.example', (_request, response) => response.end('<html></html>'))
  await expect(
    runExample(imageOcr, { url: 'https://pictures.example/a.png' }),
  ).rejects.toMatchObject({
    code: 'upstream_failed',
    message: expect.stringContaining('pictures.example sent no picture') as string,
  })
})

test('sixteen calls at once are all served', { timeout: 240_000 }, async () => {
  const asked = { image: RECEIPT.toString('base64') }
  // On a busy machine the last of them wait too long, and are told when to call again.
  async function askedUntilServed(): ReturnType<typeof runExample> {
    try {
      return await runExample(imageOcr, asked)
    } catch (thrown) {
      const { code, detail } = thrown as Fault
      expect([code, detail.retryAfterSeconds]).toEqual(['overloaded', 10])
      await sleep(10_000)
      return askedUntilServed()
    }
  }
  const crowd = Array.from({ length: 16 }, askedUntilServed)
  const texts = (await Promise.all(crowd)).map(({ text }) => text)
  expect(new Set(texts)).toEqual(new Set([WORDS.join('\n')]))
})

test('a reading that nobody waits for is ended, and the next one is not delayed', async () => {
  const closing: (() => Promise<void>)[] = []
  const lend = ocr.open({
    onClose: (close: () => void) => closing.push(async () => close()),
  } as unknown as Host)
  const noise = sharp({
    create: {
      width: 3_000,
      height: 3_000,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
  const slow = lend(callContext({ signal: AbortSignal.timeout(800) })).read(
    await noise.png().toBuffer(),
  )
  await expect(slow).rejects.toMatchObject({ code: 'caller_gone' })
  const { text } = await lend(callContext({ signal: AbortSignal.timeout(10_000) })).read(RECEIPT)
  expect(text.trim()).toBe(WORDS.join('\n'))
  for (const close of closing) await close()
})
