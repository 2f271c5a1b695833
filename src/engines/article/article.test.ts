import { describe, expect, test } from 'vitest'
import { articleOf } from './article.ts'
import { startWork } from '../../../test/support/wait.ts'

const P = (about: string): string =>
  `<p>The ${about} was opened by the mayor on a cold morning, and half of the town came to see ` +
  `it. Nobody had thought that the work of nine years could be done before the winter.</p>`
const STORY = `<h1>The ferry sails again</h1>${P('ferry')}${P('quay')}${P('crane')}`
const TEASERS = ['tram', 'bridge', 'market', 'school', 'tower'].map(
  (about) => `<div class="card"><h3><a href="/${about}">${about}</a></h3>${P(about)}</div>`,
)

const page = (body: string, head = ''): string =>
  `<html><head><title>The ferry sails again</title>${head}</head><body>${body}</body></html>`
const read = (body: string, head = ''): string =>
  articleOf(page(body, head), 'https://news.example/ferry').markdown
const wholeStory = read(`<article>${STORY}</article>`)

describe('what counts readers takes no words away', () => {
  const dots = [
    '<noscript><img height="1" width="1" style="display:none" src="https://t.example/tr?id=1"></noscript>',
    '<noscript><img src="https://t.example/tr?id=1"></noscript>',
  ]
  const photo = '<img src="/ferry.jpg" alt="The ferry">'
  test.each(dots)('behind the whole page: %s', (dot) => {
    const all = read(`<div id="root"><article>${STORY}${photo}${P('bell')}</article></div>${dot}`)
    for (const about of ['ferry', 'quay', 'crane', 'bell'])
      expect(all).toContain(`The ${about} was`)
    expect(all).toContain('ferry.jpg')
  })

  test.each(dots)('in the middle of an article: %s', (dot) => {
    const part = `<div>${P('bell')}${photo}${P('sail')}</div>`
    const all = read(`<article>${STORY}${part}${dot}${P('rope')}</article>`)
    for (const about of ['bell', 'sail', 'rope']) expect(all).toContain(`The ${about} was`)
  })
})

describe('an article is found', () => {
  test.each([
    'layout and-w-sidebar',
    'one-sidebar sidebar-second',
    'entry-content entry-content-read-more',
    'widget Blog',
    'has-overlay modal-enabled',
    'comments-open',
    'paywall',
  ])('in an element of the class %s', (name) => {
    const others = `<div class="side">${TEASERS.slice(0, 2).join('')}</div>`
    expect(read(`<div class="${name}"><div>${STORY}</div></div>${others}`)).toContain('The ferry')
    expect(read(`<article><div class="${name}">${STORY}</div></article>`)).toBe(wholeStory)
  })

  test('among articles of the same page that are longer', () => {
    const long = `<article><h2>Another day</h2>${TEASERS.join('').repeat(2)}</article>`
    expect(read(`<div><article>${STORY}</article>${long}</div>`)).toBe(wholeStory)
  })

  test('in a table that also holds code', () => {
    const code = '<pre>ferry --start</pre>'
    const inner = `<table><tr><td>${STORY}${code}</td></tr></table>`
    const text = read(`<table><tr><td>${inner}</td></tr></table>`)
    expect(text).toContain('The crane was opened')
    expect(text).toContain('```\nferry --start\n```')
  })

  test('by its density where its mark holds nothing of it', () => {
    const empty = `<article><h1>The ferry sails again</h1></article>`
    const story = `<div class="newsletter-promo">${STORY.repeat(4)}</div>`
    const text = read(`${empty}<div class="share">${story}</div>${'<i></i>'.repeat(50)}`)
    expect(text).toContain('The crane was opened')
  })
})

describe('the heading of an article', () => {
  const under = (heading: string): string =>
    read(`<article><h1>${heading}</h1>${P('ferry')}${P('quay')}</article>`)

  test('stays where the title says something else', () => {
    expect(under('Nine years of work')).toMatch(/^# Nine years of work\n\nThe ferry was opened/)
  })

  test('is not said again where the title says it', () => {
    for (const heading of ['The ferry sails again', 'The ferry sails', 'The ferry sails again!'])
      expect(under(heading)).toMatch(/^The ferry was opened/)
  })
})

describe('what stands around an article is left out', () => {
  const around = (before: string, after: string, head = '') =>
    read(`<article><h1>The ferry sails again</h1>${before}${P('ferry')}${after}</article>`, head)
  const alone = around('', '')

  test.each([
    ['a kicker before its heading', '<p>HARBOUR NEWS</p>'],
    ['a date', '<p>Updated: Nov 18, 2019 @17:26 PM</p>'],
    ['a byline', '<div>By Maren Oduya</div>'],
    ['links to share it', '<div><a href="/f">Facebook</a> <a href="/t">Post</a></div>'],
    ['its own address', '<div>https://news.example/ferry</div>'],
  ])('%s', (_name, before) => {
    expect(around(before, '')).toBe(alone)
  })

  const LINKS = ['tram', 'tower'].map((about) => `<li><a href="/${about}">More of it</a></li>`)
  test.each([
    ['related links', `<h3>Related stories</h3><ul>${LINKS.join('')}</ul>`],
    ['related links in other languages', `<p>関連記事</p><ul>${LINKS.join('')}</ul>`],
    ['a line to another page', '<p>READ MORE: <a href="/x">The tram is late again</a></p>'],
    ['tags', '<p>Tags: <a href="/a">ferry</a>, <a href="/b">harbour</a></p>'],
    ['a plea', '<p>Follow us on <a href="/x">another site</a>.</p>'],
    ['a copyright', '<p>© 2019 News Example. All rights reserved.</p>'],
  ])('%s', (_name, after) => {
    expect(around('', after)).toBe(alone)
  })

  test('teasers under a sign', () => {
    const teasers = `<h2>You may also like</h2>${TEASERS.slice(0, 2).join('')}`
    expect(read(`<article>${STORY}${teasers}</article>`)).toBe(wholeStory)
  })

  test('lines of a news article that are nothing but a link', () => {
    const news = '<script type="application/ld+json">{"@type":"NewsArticle"}</script>'
    const link = '<p><a href="/x">A ferry that nobody wanted to pay for</a></p>'
    const read = (head: string) => around('', `${link}${P('quay')}`, head)
    expect(read(news)).not.toContain('nobody wanted')
    expect(read('')).toContain('nobody wanted')
  })

  test('captions that repeat what the image says, and credits', () => {
    const image = '<img src="/a.jpg" alt="The ferry at the old quay">'
    const caption = '<figcaption>The ferry at the old quay</figcaption>'
    const credit = '<span class="photo-credit">Lena Abara / Agency</span>'
    const text = around('', `<figure>${image}${caption}${credit}</figure>${P('quay')}`)
    expect(text).toContain('![The ferry at the old quay](https://news.example/a.jpg)\n\nThe quay')
  })

  test('captions that only a class calls so, which become the text of their image', () => {
    const figure = '<div><img src="/a.jpg"><p class="image-caption">The quay at dawn</p></div>'
    expect(around('', `${figure}${P('quay')}`)).toContain('![The quay at dawn](https')
  })

  test('a caption that says more stays', () => {
    const figure =
      '<img src="/a.jpg" alt="The ferry at dusk"><figcaption>Two days later.</figcaption>'
    expect(around('', `<figure>${figure}</figure>${P('quay')}`)).toContain('Two days later.')
  })
})

describe('what only resembles it stays', () => {
  const within = (body: string) => read(`<article>${P('ferry')}${body}${P('quay')}</article>`)
  test.each([
    [
      'a post that is quoted',
      '<div class="social-embed"><blockquote>I saw it</blockquote></div>',
      'I saw it',
    ],
    ['a list of links', '<ul><li><a href="/a">The timetable</a></li></ul>', 'The timetable'],
    ['code', '<pre>Download</pre>', 'Download'],
    ['a heading', '<h2>Download</h2>', '## Download'],
  ])('%s', (_name, body, kept) => {
    expect(within(body)).toContain(kept)
  })

  test('a first paragraph that is also the summary', () => {
    const [first = ''] = /[^<>]{80,}/.exec(P('ferry')) ?? []
    expect(
      read(`<article>${STORY}</article>`, `<meta name="description" content="${first}">`),
    ).toBe(wholeStory)
  })
})

test('a page whose paragraphs belong to no article is doubtful', { tags: 'long' }, () => {
  const links = '<p><a href="/x">One</a></p>'.repeat(20)
  const aside = `<nav>${P('tram')}</nav>`.repeat(12)
  const elements = '<i></i>'.repeat(16_000)
  const doubt = (body: string) => articleOf(page(body), 'https://news.example/').isDoubtful
  expect(doubt(`${aside}<article>${links}</article>${elements}`)).toBe(true)
  expect(doubt(`<article>${STORY}</article>`)).toBe(false)
})

test('many siblings that go take no quadratic time', { tags: 'long' }, () => {
  const rows = [
    '<div class="caption">x</div>'.repeat(30_000),
    '<div class="comments">x</div>'.repeat(30_000),
  ]
  for (const row of rows) {
    const worked = startWork()
    read(`<img src="/a.png"><div>${row}</div>`)
    expect(worked()).toBeLessThan(6_000)
  }
})
