import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import svgRender from './svg-render.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'
import { workApart } from '../../../../../test/support/work-apart.ts'

const SIZE = 'width="100" height="50" viewBox="0 0 100 50"'
const NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inside: string, size = SIZE) => `<svg ${NAMES} ${size}>${inside}</svg>`
const drawn = async (document: string, given: Readonly<Record<string, unknown>> = {}) => {
  const answer = await runExample(svgRender, { svg: document, widthPx: 100, ...given })
  const bytes = Buffer.from(String(answer['base64']), 'base64')
  return { answer, ...(await sharp(bytes).raw().toBuffer({ resolveWithObject: true })) }
}
/** The number of pixels that are drawn on. */
async function inkOf(document: string): Promise<number> {
  const { data, info } = await drawn(document, { background: 'white' })
  return Array.from(
    { length: info.width * info.height },
    (_, at) => data[at * info.channels]!,
  ).filter((red) => red < 128).length
}

test('shapes are drawn at the requested width', async () => {
  const half = svg('<rect width="50" height="50" fill="#336699"/>')
  const { data, info, answer } = await drawn(half, { widthPx: 400 })
  expect(answer).toMatchObject({ contentType: 'image/png', width: 400, height: 200 })
  const pixelAt = (x: number) => [...data.subarray(4 * (100 * info.width + x))].slice(0, 4)
  expect(pixelAt(199)).toEqual([0x33, 0x66, 0x99, 255])
  expect(pixelAt(200)).toEqual([0, 0, 0, 0])
})

test.each([
  ['', '', 100],
  ['only a shape', 'viewBox="0 0 200 100"', 50],
  ['percent', 'width="100%" height="100%" viewBox="0 0 100 300"', 300],
])('a document without a size in pixels has one: %s', async (_what, size, height) => {
  const { info } = await drawn(svg('<rect width="10" height="10"/>', size))
  expect(info).toMatchObject({ width: 100, height })
})

test('text is drawn, in each of the generic families and some scripts', async () => {
  const families = ['sans-serif', 'serif', 'monospace', 'Arial', 'No Such Font']
  const inks = await Promise.all(
    families.map((family) =>
      inkOf(svg(`<text y="40" font-size="30" font-family="${family}">Hxyg</text>`)),
    ),
  )
  for (const ink of inks) expect(ink).toBeGreaterThan(100)
  expect(new Set(inks.slice(0, 3)).size).toBe(3)
  const scripts = await Promise.all(
    ['Ж', 'Ω', 'ש', 'ش'].map((text) =>
      inkOf(svg(`<text x="20" y="40" font-size="30">${text}</text>`)),
    ),
  )
  for (const ink of scripts) expect(ink).toBeGreaterThan(20)
  expect(new Set(scripts).size).toBe(4)
})

test('backgrounds and formats', async () => {
  const jpeg = await drawn(svg(''), { format: 'jpeg' })
  expect(jpeg.answer).toMatchObject({ contentType: 'image/jpeg' })
  expect([...jpeg.data.subarray(0, 3)]).toEqual([255, 255, 255])
  const green = await drawn(svg(''), { background: 'rgb(0, 128, 0)', format: 'png' })
  expect([...green.data.subarray(0, 3)]).toEqual([0, 128, 0])
  await expect(drawn(svg(''), { background: 'url(x)' })).rejects.toMatchObject({
    message: expect.stringContaining('background: must be a CSS colour') as string,
  })
})

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a picture inside is drawn', async () => {
  const image = `<image href="${PIXEL}" width="100" height="50" preserveAspectRatio="none"/>`
  const { data, info } = await drawn(svg(image))
  const middle = 4 * (25 * info.width + 50)
  expect([...data.subarray(middle, middle + 3)]).toEqual([0, 255, 0])
})

test('files of common editors are accepted', async () => {
  const document = `<?xml version="1.0" encoding="UTF-8"?><!-- made by -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
${svg('<defs><linearGradient id="g"><stop stop-color="red"/></linearGradient><style>.a{fill:url(#g)}</style></defs><a href="https://example.com/"><rect class="a" width="100" height="50"/></a><script>alert(1)</script>')}`
  const { data } = await drawn(document)
  expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 255])
})

const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};">`)
const uses = (levels: number, each: number) =>
  `<rect id="u0" width="90" height="40" opacity=".5"/>` +
  Array.from(
    { length: levels },
    (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(each)}</g>`,
  ).join('')
const filter = (primitives: string) =>
  `<filter id="f">${primitives}</filter><rect width="100" height="50" filter="url(#f)"/>`

const REFUSED = [
  ['nothing', '', 'is not an SVG document'],
  ['text', 'hello', 'is not an SVG document'],
  ['HTML', '<html><body>hi</body></html>', 'is not an SVG document'],
  ['another picture', 'P3\n1 1\n255\n1 1 1\n', 'is not an SVG document'],
  ['a torn document', svg('<rect>').slice(0, -8), 'cannot be drawn'],
  [
    'laughs',
    `<!DOCTYPE svg [<!ENTITY a0 "x">${entities.join('')}]>${svg('&a9;')}`,
    'must not declare entities',
  ],
  [
    'a file',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('&x;')}`,
    'must not declare entities',
  ],
  [
    'an image',
    svg('<image href="https://example.com/a.png"/>'),
    'must not refer to "https://example.com/a.png"',
  ],
  ['a local image', svg('<image xlink:href="file:///etc/passwd"/>'), 'must not refer to'],
  [
    'another',
    svg('<image xmlns:x="http://www.w3.org/1999/xlink" x:href="/a.png"/>'),
    'must not refer to',
  ],
  ['a path', svg('<use href="/etc/passwd#a"/>'), 'must not refer to'],
  [
    'an SVG inside',
    svg(`<image href="data:image/svg+xml;base64,${btoa(svg(''))}"/>`),
    'must not refer to',
  ],
  [
    'XInclude',
    svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="a.txt" parse="text"/>'),
    'must not refer to',
  ],
  ['a style', svg('<rect style="fill:url(http://a.example/x)"/>'), 'must not refer to'],
  [
    'a style sheet',
    svg('<style>@import "http://a.example/x.css"</style>'),
    'must not refer to a style sheet',
  ],
  ['another', `<?xml-stylesheet href="a.css"?>${svg('')}`, 'must not refer to a style sheet'],
  ['depth', svg('<g>'.repeat(5_000) + '</g>'.repeat(5_000)), 'nested deeper'],
  ['a tower', svg('', 'width="1" height="30000"'), 'widthPx: makes 800 x'],
  ['uses of uses', svg(uses(8, 8)), 'must hold less'],
  [
    'uses of uses by another prefix',
    svg(
      `<g xmlns:x="http://www.w3.org/1999/xlink">${uses(8, 8).replaceAll(' href', ' x:href')}</g>`,
    ),
    'must hold less',
  ],
  ['endless uses', svg(uses(60, 4)), 'must hold less'],
  ['effects', svg(filter('<feMorphology radius="400"/>'.repeat(100))), 'must hold less'],
  [
    'noise',
    svg(filter('<feTurbulence baseFrequency="1" numOctaves="99"/>'.repeat(200))),
    'must hold less',
  ],
  [
    'effects by style',
    svg(`<style>*{filter:url(#f)}</style>${filter('<feTurbulence/>')}${'<rect/>'.repeat(200)}`),
    'must hold less',
  ],
  ['effects by function', svg(`<rect filter="${'blur(50px) '.repeat(2_000)}"/>`), 'must hold less'],
  ['a broken picture', svg(`<image href="${PIXEL.slice(0, 60)}"/>`), 'a picture in it: is damaged'],
] as const

const COSTLY = {
  crowded: '<path d="M0 0 L100 50 L0 50 Z" fill="red" opacity=".1"/>'.repeat(5_000),
  turbulent: filter('<feTurbulence baseFrequency="0.01" numOctaves="8"/>'.repeat(8)),
  zigzag: `<path stroke="red" d="M0 0${' L100 50 L0 1'.repeat(25_000)}"/>`,
  wordy: `<text y="20">${'word '.repeat(80_000)}</text>`,
  dashed: '<path d="M0 0L99 49" stroke="red" stroke-dasharray="0.00001"/>',
}

describe('hostile documents', () => {
  test.each(REFUSED)('%s is refused, and quickly', async (_what, document, message) => {
    const worked = startWorkInThreads()
    await expect(runExample(svgRender, { svg: document })).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining(message) as string,
    })
    expect(await worked()).toBeLessThan(1_500)
  })
  test('circular references are drawn as nothing', async () => {
    const ring = svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')
    expect((await drawn(ring)).info.width).toBe(100)
  })
  test(
    'what is costly is drawn or refused with fifteen seconds of work',
    { tags: 'long', timeout: 120_000 },
    async () => {
      const tool = new URL('./svg-render.ts', import.meta.url)
      const inputs = Object.values(COSTLY).map((inside) => ({ svg: svg(inside), widthPx: 1_000 }))
      const answers = await workApart(tool, inputs)
      for (const [at, what] of Object.keys(COSTLY).entries()) {
        expect(['done', 'bad_input'], what).toContain(answers[at]!.code)
        expect(answers[at]!.workMs, what).toBeLessThan(15_000)
      }
    },
  )
})
