import { expect, test } from 'vitest'
import { internet } from '../../../../../test/support/internet.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import render from './render.ts'
import screenshot from './screenshot.ts'
import webToPdf from './web-to-pdf.ts'

test.each([
  [
    render,
    { url: 'file:///etc/passwd' },
    'bad_input',
    /url: must be an absolute http or https URL/,
  ],
  [render, { url: 'http://127.0.0.2/' }, 'bad_input', /not on the public internet/],
  [render, { url: 'http://user:pass@example.com/' }, 'bad_input', /user name or a password/],
  [render, { url: 'https://example.com:22/' }, 'bad_input', /port 22/],
  [render, { url: 'https://example.com/nothing' }, 'upstream_failed', /example.com answered 404/],
  [render, { url: 'https://nowhere.example.com/' }, 'upstream_unreachable', /does not resolve/],
  [screenshot, { url: 'https://forged.example.com/' }, 'upstream_failed', /certificate/],
  [screenshot, { url: 'https://example.com:8443/' }, 'upstream_unreachable', /example.com/],
  [webToPdf, {}, 'bad_input', /exactly one/],
  [webToPdf, { url: 'https://example.com', html: 'x' }, 'bad_input', /exactly one/],
  [webToPdf, { html: 'x'.repeat(500_001) }, 'bad_input', /^html: /],
  [webToPdf, { html: 'x', paper: 'A5' }, 'bad_input', /^paper: /],
] as const)('a fault names its cause (%#)', async (tool, input, code, message) => {
  const { identities, notary, sites } = await internet()
  const name = 'forged.example.com'
  sites.set(name, (_request, response) => void response.end('x'))
  identities.set(name, await notary.issue({ names: [name], by: 'self' }))
  const fault = { code, message: expect.stringMatching(message) }
  await expect(runExample(tool, input)).rejects.toMatchObject(fault)
})

test('a page that only a script fills is read, and its links are absolute', async () => {
  const { sites } = await internet()
  const words =
    'The harbour line runs every ten minutes until midnight, and costs what it always did. '
  const body = `<nav><a href="/x">Away</a></nav><main></main><script>
    document.querySelector('main').innerHTML =
      '<article><h1>Night <em>fares</em></h1>' + '<p>${words.repeat(2)}</p>'.repeat(5) +
      '<p><a href="../fares#night">All fares</a></p></article>'
    document.title = 'Night fares'
    history.pushState(null, '', '/news/night')</script>`
  sites.set('lines.example.com', (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(body)
  })
  const answer = await runExample(render, { url: 'https://lines.example.com/' })
  expect(answer).toMatchObject({
    url: 'https://lines.example.com/news/night',
    title: 'Night fares',
    rendered: true,
    untrustedContent: true,
  })
  expect(answer['markdown']).toContain('The harbour line runs')
  expect(answer['markdown']).toContain('[All fares](https://lines.example.com/fares#night)')
  expect(answer['wordCount']).toBeGreaterThan(140)
})

test('a screenshot is a PNG', async () => {
  const picture = await runExample(screenshot, { url: 'https://example.com' })
  expect(picture).toMatchObject({ payload: 'binary', contentType: 'image/png' })
  const { default: sharp } = await import('sharp')
  const image = sharp(picture['bytes'] as Uint8Array)
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 1_280, height: 800 })
  const { channels } = await image.stats()
  // Text has been drawn: some of it is dark.
  expect(channels[0]!.min).toBeLessThan(100)
})

test('HTML is printed with its resources on the public web, and with no others', async () => {
  const { sites } = await internet()
  const asked: string[] = []
  sites.set('assets.example.com', (request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'text/css').end('p { break-after: page }')
  })
  const css = '<link rel="stylesheet" href="https://assets.example.com/print.css">'
  const html = `${css}<p>one</p><p>two</p>end<img src="http://127.0.0.3/x"><img src="/relative">`
  const { base64, bytes, ...answer } = await runExample(webToPdf, { html })
  expect(asked).toEqual(['/print.css'])
  expect(answer).toEqual({
    pages: 3,
    contentType: 'application/pdf',
    source: null,
    asOf: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    untrustedContent: true,
  })
  const file = Buffer.from(String(base64), 'base64')
  expect(file.length).toBe(bytes)
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
})
