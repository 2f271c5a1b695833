import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import htmlJsonld from './html-jsonld.ts'
import htmlLinks from './html-links.ts'
import htmlMeta from './html-meta.ts'
import htmlOutline from './html-outline.ts'
import htmlSanitize from './html-sanitize.ts'
import htmlSelect from './html-select.ts'
import htmlTable from './html-table.ts'
import htmlToText from './html-to-text.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'

const ALL: readonly (readonly [string, ToolSpec])[] = [
  ['html-jsonld', htmlJsonld],
  ['html-links', htmlLinks],
  ['html-meta', htmlMeta],
  ['html-outline', htmlOutline],
  ['html-sanitize', htmlSanitize],
  ['html-select', htmlSelect],
  ['html-table', htmlTable],
  ['html-to-text', htmlToText],
]
const NEEDS: Readonly<Record<string, unknown>> = { selector: '*', limit: 5 }

describe('html-to-text', () => {
  test.each([
    ['blocks', '<h1>A</h1><p>b<br>c</p><div>d</div>e', 'A\n\nb\nc\n\nd\ne'],
    ['inline', 'a<b>b</b> <i> c</i>\n<u>d</u>', 'ab c d'],
    ['lists', '<ol start=3><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '3. a\n  - b\n4. c'],
    [
      'tables',
      '<table><tr><td>a</td><td></td><td>b</td></tr><tr><td>c</td></tr></table>',
      'a\t\tb\nc',
    ],
    ['blocks in items', '<ul><li><p>a</p><p>b</p></li><li></li><li>c</ul>', '- a\nb\n- \n- c'],
    ['blocks in cells', '<table><tr><td><p>a</p><td><p>b<td><tr><td>c', 'a\tb\t\nc'],
    ['code', '<pre>\na\n  b\n</pre>c', 'a\n  b\n\nc'],
    ['what is not read', '<style>x</style><template>x</template><p hidden>x</p>a<!-- x -->', 'a'],
    ['entities', '&lt;b&gt; &amp; &nbsp; &eacute;', '<b> & é'],
    ['nothing', '', ''],
  ])('%s', async (_what, html, text) => {
    expect(await runExample(htmlToText, { html })).toMatchObject({ text })
  })
  test('nested matches are answered once', async () => {
    const html = '<div class=a>x<p class=a>y</p></div><p class=a>z</p>'
    const { text } = await runExample(htmlToText, { html, selector: '.a' })
    expect(text).toBe('x\n\ny\n\nz')
  })
  test('words are counted in scripts without spaces', async () => {
    expect(await runExample(htmlToText, { html: '今日は晴れです' })).toMatchObject({ wordCount: 4 })
  })
})

test.each([
  ['bare', Array.from({ length: 150_000 }, (_, at) => `a${at}`).join(' ')],
  ['after a quoted end of a tag', `b=">" ${'c '.repeat(600)}`],
  ['without spaces between them', `b="<"${'c=""'.repeat(600)}`],
])('too many attributes on a tag are refused quickly: %s', async (_name, attributes) => {
  const worked = startWorkInThreads()
  const asked = runExample(htmlMeta, { html: `<p ${attributes}>x</p>` })
  await expect(asked).rejects.toMatchObject({
    code: 'bad_input',
    message: 'html: has a tag with more than 500 attributes',
  })
  expect(await worked()).toBeLessThan(3_000)
})

describe('html-select', () => {
  test.each(['li:nth-child(2)', 'li:contains("b")', 'ul > li + li', ':root li:last-of-type'])(
    '%s',
    async (selector) => {
      const html = '<ul><li>a</li><li>b</li></ul>'
      const { matches } = await runExample(htmlSelect, { html, selector })
      expect(matches).toEqual([{ text: 'b', html: '<li>b</li>', attrs: {} }])
    },
  )
  test.each(['li[', '<li>', 'p::before', ':nope', 'li:not(', ','.repeat(9), ':not('.repeat(200)])(
    '%j is refused',
    async (selector) => {
      const asked = runExample(htmlSelect, { html: '<li>a</li>', selector })
      await expect(asked).rejects.toMatchObject({
        code: 'bad_input',
        message: expect.stringMatching(/^selector: must be a CSS selector/) as string,
      })
    },
  )
  test.each(['', ' ', '\t'])('%j matches nothing, and is refused', async (selector) => {
    const asked = runExample(htmlSelect, { html: '<li>a</li>', selector })
    await expect(asked).rejects.toMatchObject({ code: 'bad_input' })
  })
  test.each([
    ['p:nth-last-child(3n+1) ~ p ~ p ~ p:not(.x)', '<p>x</p>'],
    [':contains(x):not(:has(q)) :contains(x)', '<p>x</p>'],
    ['i:has(~ b)', '<i></i>'],
  ])(
    '%s over 40,000 elements is refused by its number of steps, before the time limit of its thread',
    { tags: 'long' },
    async (selector, element) => {
      const html = `<div>${element.repeat(40_000)}</div>`
      const asked = runExample(htmlSelect, { html, selector })
      await expect(asked).rejects.toMatchObject({
        code: 'bad_input',
        message: expect.stringMatching(/^selector: takes too many steps/) as string,
      })
    },
  )
  test('selectors that are quick over many elements are answered', async () => {
    const html = `<ul>${'<li>a</li>'.repeat(5_000)}</ul>`
    for (const selector of ['li:nth-child(odd)', 'li ~ li', 'li:not(:has(b))', 'li:contains(a)'])
      expect(await runExample(htmlSelect, { html, selector })).toMatchObject({ count: 50 })
  })
  test('the text of a script is its source', async () => {
    const html = '<script id=data>{"a":"<b>"}</script>'
    const { matches } = await runExample(htmlSelect, { html, selector: '#data' })
    expect(matches).toMatchObject([{ text: '{"a":"<b>"}' }])
  })
  test('nested elements do not multiply the answer without limit', async () => {
    const html = `${'<div>'.repeat(200)}${'x'.repeat(100_000)}`
    const input = { html, selector: 'div', limit: 1_000 }
    const { count, truncated } = await runExample(htmlSelect, input)
    expect(truncated).toBe(true)
    expect(count).toBeLessThan(30)
  })
})

describe('html-table', () => {
  const table = async (html: string, rest: Record<string, unknown> = {}) =>
    runExample(htmlTable, { html, ...rest })

  test('spans, several header rows, empty and repeated names', async () => {
    const html =
      '<table><thead><tr><th rowspan=2>Year</th><th colspan=2>Sales</th><th></th><th>Year</th></tr>' +
      '<tr><th>North</th><th>South</th></tr></thead>' +
      '<tfoot><tr><td>sum</td></tr></tfoot>' +
      '<tr><td>1</td><td colspan=2>2</td><td rowspan=0>z</td></tr><tr><td>3</td></tr></table>'
    const { headers, rows } = await table(html, { as: 'arrays' })
    expect(headers).toEqual(['Year', 'Sales North', 'Sales South', 'column4', 'Year_2'])
    expect(rows).toEqual([
      ['1', '2', '2', 'z', ''],
      ['3', '', '', 'z', ''],
      ['sum', '', '', '', ''],
    ])
  })
  test('a nested table is a table of its own', async () => {
    const html =
      '<div id=d><table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table></div>'
    expect(await table(html, { selector: '#d' })).toMatchObject({ rowCount: 1 })
    expect(await table(html, { index: 1 })).toMatchObject({ rows: [{ column1: 'b' }] })
  })
  test('names that all objects have are names like any other', async () => {
    const html =
      '<table><tr><th>__proto__</th><th>constructor</th></tr><tr><td>a</td><td>b</td></tr></table>'
    const { rows } = await table(html)
    expect(JSON.stringify(rows)).toContain('"constructor":"b"')
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
  test.each([
    ['no table', '<p>a</p>', {}],
    ['no such table', '<table></table>', { index: 1 }],
    ['huge spans', `<table>${'<tr><td colspan=1000 rowspan=65534>x'.repeat(500)}</table>`, {}],
    ['text repeated', `<table><tr><td colspan=1000>${'x'.repeat(9_000)}</table>`, {}],
    ['many columns', `<table><tr>${'<td>'.repeat(2_000)}</table>`, {}],
  ])('%s is refused', async (_what, html, rest) => {
    await expect(table(html, rest)).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('html-links', () => {
  test.each([
    ['/a?b#c', 'https://example.com/a?b#c', true],
    ['//cdn.example.com/x', 'https://cdn.example.com/x', true],
    ['http://other.example', 'http://other.example/', false],
    ['mailto:a@example.com', 'mailto:a@example.com', false],
    [' \n/a\tb ', 'https://example.com/ab', true],
  ])('%j resolves to %s', async (href, absolute, internal) => {
    const html = `<a href="${href}"><img alt="x"></a>`
    const { links } = await runExample(htmlLinks, { html, baseUrl: 'https://www.example.com/' })
    const found = { href: absolute.replace('//example', '//www.example'), internal }
    expect(links).toEqual([{ ...found, text: 'x', rel: null }])
  })
  test.each(['#', 'javascript:x()', 'JavaScript:x()', 'data:text/html,x', '', 'https://['])(
    '%j has no address',
    async (href) => {
      const html = `<a href="${href}">x</a>`
      const { links } = await runExample(htmlLinks, { html, baseUrl: 'https://example.com' })
      expect(links).toEqual([])
    },
  )
  test('a fragment of the page is a link like others', async () => {
    const html = '<a href="#f">x</a>'
    const { links } = await runExample(htmlLinks, { html, baseUrl: 'https://example.com/a' })
    expect(links).toMatchObject([{ href: 'https://example.com/a#f', internal: true }])
  })
  test('without a base, relative links stay relative; a <base> is a base', async () => {
    const bare = await runExample(htmlLinks, { html: '<a href="/a">x</a>' })
    expect(bare['links']).toMatchObject([{ href: '/a', internal: true }])
    const html = '<base href="https://a.example/b/"><a href="c">x</a><a href="c">x</a>'
    const based = await runExample(htmlLinks, { html })
    expect(based['links']).toMatchObject([{ href: 'https://a.example/b/c', internal: true }])
  })
})

describe('html-outline', () => {
  test.each([
    ['<h2>a</h2><h3>b</h3><h2>c</h2>', 1],
    ['<h1>a</h1><h4>b</h4><h1>c</h1><h3>d</h3>', 3],
    ['<h1>a</h1><p role=heading aria-level=2>b</p>', 0],
    ['', 0],
  ])('%s leaves out %i', async (html, skippedLevels) => {
    expect(await runExample(htmlOutline, { html })).toMatchObject({ skippedLevels })
  })
  test('landmarks are those of the page, and decorative images may lack a text', async () => {
    const html =
      '<header>a</header><main><article><header>b</header></article><section>c</section>' +
      '<section aria-labelledby="x y"><h2 id=x>News</h2></section><form role=search></form></main>' +
      '<footer></footer><img alt=""><img><img role=none><input type=image><div role=button>'
    const found = await runExample(htmlOutline, { html })
    expect(found['landmarks']).toEqual([
      { role: 'banner', label: null },
      { role: 'main', label: null },
      { role: 'region', label: 'News' },
      { role: 'search', label: null },
      { role: 'contentinfo', label: null },
    ])
    expect(found['imagesWithoutAlt']).toBe(2)
  })
})

describe('html-jsonld', () => {
  const block = (json: string) => `<script type="application/ld+json">${json}</script>`
  test('lists are split, graphs are kept, wrappers and broken blocks are recognised', async () => {
    const html = [
      block('[{"@type":["A","B"]},{"@graph":[{"@type":"C"}]}]'),
      block('<!-- {"@type":"http://schema.org/D"} -->'),
      block('{"a":1,}'),
      block('3'),
      block('['.repeat(100_000) + ']'.repeat(100_000)),
    ].join('')
    const found = await runExample(htmlJsonld, { html })
    expect(found['types']).toEqual(['A', 'B', 'D', 'C'])
    expect(found['jsonLd']).toHaveLength(3)
    expect(found['errors']).toEqual([
      'Block 3: is no valid JSON at character 7.',
      'Block 4: holds no object.',
      'Block 5: nests more than 64 deep.',
    ])
  })
  test('microdata is read as in the standard', async () => {
    const html =
      '<div itemscope itemtype="https://schema.org/Offer" itemref="more" itemid="#1">' +
      '<a itemprop="url image" href="/x">n</a><time itemprop=day datetime="2026-01-01">x</time>' +
      '<div itemprop=by itemscope itemtype=P><b itemprop=name>Bo</b></div></div>' +
      '<p id=more><meta itemprop=price content=5></p>'
    const { microdata } = await runExample(htmlJsonld, { html })
    const by = { type: ['P'], properties: { name: ['Bo'] } }
    const properties = { url: ['/x'], image: ['/x'], day: ['2026-01-01'], by: [by], price: ['5'] }
    expect(microdata).toEqual([{ type: ['https://schema.org/Offer'], id: '#1', properties }])
  })
  test('items that refer to each other do not loop', async () => {
    const html =
      '<p id=a itemscope itemref=b></p><i id=b itemprop=x itemscope itemref=c></i>' +
      '<i id=c itemprop=y itemscope itemref=b></i>'
    const { microdata } = await runExample(htmlJsonld, { html })
    expect(microdata).toHaveLength(1)
  })
})

describe('html-meta', () => {
  test('the first value of each counts, whatever attribute names it', async () => {
    const html =
      '<meta name="og:title" content="a"><meta property="og:title" content="b"><meta property="og:__proto__" content=c>' +
      '<meta name="twitter:card" content="summary"><link rel="canonical" href="/rel">'
    const found = await runExample(htmlMeta, { html })
    expect(found).toMatchObject({ title: null, canonical: '/rel', twitter: { card: 'summary' } })
    expect((found['og'] as Record<string, string>)['title']).toBe('a')
  })
})

describe('html-sanitize', () => {
  test.each([
    ['<img src=x onerror=alert(1)>', 'rich', '<img src="x" />'],
    ['<a href="JaVaScRiPt:alert(1)">x</a>', 'basic', '<a>x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>', 'basic', '<a>x</a>'],
    ['<a href="data:text/html,x" target=_top style="x">x</a>', 'basic', '<a>x</a>'],
    ['<svg><script>alert(1)</script></svg>x', 'rich', 'x'],
    ['<math><mtext><style><img src=x onerror=alert(1)></style>', 'rich', ''],
    [
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      'rich',
      '<p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;"></p>',
    ],
    ['<p>a<b>b</p>', 'strict', '<p>a<b>b</b></p>'],
    ['<iframe src="//x"></iframe><object data=x></object>y', 'rich', 'y'],
    ['<<script>alert(1)//<</script>', 'basic', '&lt;'],
    ['a & b < c', 'strict', 'a &amp; b &lt; c'],
  ])('%s, %s', async (html, profile, clean) => {
    expect(await runExample(htmlSanitize, { html, profile })).toMatchObject({ html: clean })
  })
  test.each(['script', 'SVG', 'iframe', 'a b', ''])('%j cannot be allowed', async (tag) => {
    const asked = runExample(htmlSanitize, { html: '', allowTags: [tag] })
    await expect(asked).rejects.toMatchObject({ code: 'bad_input' })
  })
})

test('text that only looks nested is read', async () => {
  const html = `${'<li>'.repeat(5_000)}${'<a name=x>'.repeat(5_000)}<script>${'"<div>"+'.repeat(5_000)}</script><!-- ${'<div>'.repeat(5_000)} --><p>end`
  const { matches } = await runExample(htmlSelect, { html, selector: 'p' })
  expect(matches).toMatchObject([{ text: 'end' }])
})

describe.each(ALL)('%s with hostile input', (_slug, spec) => {
  test.each([
    ['bytes', '\0\ufffe\ud800<\0a>\x1b'],
    ['half a tag', '<div class="'],
    ['much of nothing', '<p>'.repeat(20_000)],
    ['attributes', `<p ${'a=1 b=2 '.repeat(5_000)}>`],
    ['what belongs nowhere', '</html><table><tr><body><frameset><svg><p></table></svg>'],
  ])('%s', async (_what, html) => {
    const sent = Object.entries(NEEDS).filter(([name]) => name in spec.input.shape)
    const asked = runExample(spec, { ...Object.fromEntries(sent), html })
    await expect(asked.catch((fault: { code: string }) => fault.code)).resolves.toBeDefined()
    await asked.catch((fault: unknown) => expect(fault).toMatchObject({ code: 'bad_input' }))
  })
  test.each([
    ['tags nested without end', '<div>'.repeat(100_000), 'html: nests tags more than 512 deep'],
    ['tags without number', '<i></i>'.repeat(200_000), 'html: has more than 150000 elements'],
  ])('%s are refused', async (_what, html, message) => {
    const asked = runExample(spec, { html, ...NEEDS })
    await expect(asked).rejects.toMatchObject({ code: 'bad_input', message })
  })
})
