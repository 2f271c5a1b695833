import { describe, expect, test } from 'vitest'
import { articleOf } from './article.ts'
import { markdownOf } from './markdown.ts'
import { countWords } from '../language/words.ts'

const URL_HERE = 'https://e.example/d/page'

describe('markdown', () => {
  test.each([
    ['headings', '<h2>A <a href="#a">¶</a></h2><p>x</p>', '## A\n\nx'],
    ['emphasis', '<p><b>a</b> <i>b</i> <del>c</del></p>', '**a** *b* ~~c~~'],
    [
      'text like markup',
      '<p>snake_case 2 * 3 *x* &lt;b&gt; [1]</p>',
      'snake_case 2 * 3 \\*x\\* \\<b> [1]',
    ],
    ['a line like a list', '<p>1. x</p><p># y</p>', '1\\. x\n\n\\# y'],
    ['relative links', '<a href="../r (1)">up</a>', '[up](https://e.example/r%20%281%29)'],
    ['a base', '<base href="https://b.example/x/"><a href="y">z</a>', '[z](https://b.example/x/y)'],
    [
      'links that run',
      '<a href="javascript:alert(1)">x</a> <a href=" data:text/html,x">y</a>',
      'x y',
    ],
    [
      'images that wait',
      '<img src="data:image/gif;base64,R0" data-src="/a.png" alt="a">',
      '![a](https://e.example/a.png)',
    ],
    [
      'sets of images',
      '<picture><source srcset="/s.jpg 1x, /l.jpg 2x"><img alt=p></picture>',
      '![p](https://e.example/l.jpg)',
    ],
    [
      'images without script',
      '<img alt=a src="data:,"><noscript><img alt=b src="/b.png"></noscript>',
      '![b](https://e.example/b.png)',
    ],
    ['dots that count visits', '<p>x<img src="/t.gif" width=1 height=1></p>', 'x'],
    ['nested lists', '<ol start=9><li>a<ul><li>b</ul><li>c</ol>', '9. a\n   - b\n10. c'],
    [
      'boxes',
      '<ul><li><input type=checkbox checked>a<li><input type=checkbox>b</ul>',
      '- [x] a\n- [ ] b',
    ],
    ['code', '<pre class="lang-ts"><code>a\n  b</code></pre>', '```ts\na\n  b\n```'],
    ['code with a fence', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    [
      'code with line numbers',
      '<table><tr><td><pre>1\n2</pre><td><pre class=brush:js>a\nb</pre></table>',
      '```js\na\nb\n```',
    ],
    ['inline code', '<p><code>a`b</code> <kbd>Esc</kbd></p>', '``a`b`` `Esc`'],
    ['meanings', '<dl><dt>t<dd>a<dd>b</dl>', '**t**\n: a\n: b'],
    ['quotes', '<blockquote><p>a<p>b</blockquote>', '> a\n>\n> b'],
    [
      'formulas',
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>',
      '$x^2$',
    ],
    ['raised and lowered', 'x<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup>', 'x² H₂O 1st'],
    ['no-break space', 'a&nbsp;b&shy;c', 'a bc'],
    ['right to left', '<p dir=rtl>שלום <b>עולם</b></p>', 'שלום **עולם**'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html, URL_HERE)).toBe(markdown)
  })
})

describe('images that are repeated for browsers without script', () => {
  test.each([
    [
      'wrapped',
      '<p><a href="/l"><img alt=a src="/w.gif"></a></p><noscript><img alt=b src="/b.png"></noscript>',
      '![b](https://e.example/b.png)',
    ],
    [
      'a dot behind an image',
      '<img alt=a src="/a.png"><noscript><img width=1 height=1 src="/t.gif"></noscript>',
      '![a](https://e.example/a.png)',
    ],
    [
      'a hidden dot behind an image',
      '<img alt=a src="/a.png"><noscript><img style="display:none" src="/tr"></noscript>',
      '![a](https://e.example/a.png)',
    ],
    [
      'an image behind words with an image',
      '<p>words <img alt=a src="/a.png"></p><noscript><img alt=b src="/b.png"></noscript>',
      'words ![a](https://e.example/a.png)\n\n![b](https://e.example/b.png)',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html, URL_HERE)).toBe(markdown)
  })
})

describe('tables', () => {
  const table = (rows: string) => markdownOf(`<table>${rows}</table>`, URL_HERE)
  test.each([
    ['with a head', '<tr><th>a<th>b<tr><td>1<td>2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['without', '<tr><td>1<td>2<tr><td>3<td>4', '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |'],
    [
      'over rows',
      '<tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |',
    ],
    ['over columns', '<tr><th colspan=2>a<tr><td>1<td>2', '| a |  |\n| --- | --- |\n| 1 | 2 |'],
    [
      'with bars and lines',
      '<tr><th>a|b<th>c<tr><td>x<br>y<td><p>p<p>q',
      '| a\\|b | c |\n| --- | --- |\n| x<br>y | p<br>q |',
    ],
    ['for layout', '<tr><td>only<tr><td>this', 'only\n\nthis'],
  ])('%s', (_name, rows, markdown) => {
    expect(table(rows)).toBe(markdown)
  })

  test('spans without bounds take no more than a page', () => {
    const rows = '<tr><td rowspan=65000 colspan=1000>a<td>b'.repeat(300)
    expect(table(rows).length).toBeLessThan(200_000)
  })
})

test('footnotes follow the article, each under its mark', () => {
  const text = `<p>${'Words of the article, and more of them. '.repeat(10)}<sup><a href="#n1">*</a></sup> End<a class="footnote-ref" href="#n2">2</a>.</p>`
  const notes =
    '<div class="footer"><ol><li id=n1>First <a href="#r">↩</a></li><li id=n2>Second</li></ol></div>'
  const { markdown } = articleOf(`<article>${text}</article>${notes}`, URL_HERE)
  expect(markdown).toMatch(/\[\^n1\] End\[\^2\]\.\n\n\[\^n1\]: First\n\[\^2\]: Second$/)
})

describe('titles and bylines', () => {
  const text = `<p>${'Words of the article, and more of them. '.repeat(10)}</p>`
  test.each([
    [
      'a headline',
      '<title>x</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"H","author":["A","B"]}</script>',
      'H',
      'A, B',
    ],
    [
      'a site in the title',
      '<title>What the tide left | The Shore</title>',
      'What the tide left',
      null,
    ],
    [
      'a byline in text',
      '<title>T</title><p class=byline>By Ada Moss | 3 May</p>',
      'T',
      'Ada Moss',
    ],
    [
      'an address for a name',
      '<title>T</title><meta name=author content="https://x.example/ada">',
      'T',
      null,
    ],
    [
      'broken data',
      '<title>T</title><script type="application/ld+json">{"@type":</script>',
      'T',
      null,
    ],
    [
      'data of other kinds',
      '<title>T</title><script type="application/ld+json">[1,{"@type":7,"author":{"name":{}}}]</script>',
      'T',
      null,
    ],
  ])('%s', (_name, head, title, byline) => {
    expect(articleOf(`${head}${text}`, URL_HERE)).toMatchObject({ title, byline })
  })
})

test.each([
  ['Two words', 2],
  ["It's 3.5 km, well-known", 4],
  ['吾輩は猫である', 5],
  ['สวัสดีชาวโลก', 2],
  ['مرحبا بالعالم', 2],
  ['— … !', 0],
  ['', 0],
])('%j is counted', (text, count) => {
  expect(Math.abs(countWords(text) - count)).toBeLessThanOrEqual(
    /\p{Script=Han}|\p{Script=Thai}/u.test(text) ? 1 : 0,
  )
})

test('pictures with a relative address stay where no page completes it', () => {
  expect(markdownOf('<img src="/i.png" alt="i"><br>z')).toBe('![i](/i.png)  \nz')
  expect(markdownOf('<img src="data:image/gif;base64,R0" alt="i">z')).toBe('z')
})
