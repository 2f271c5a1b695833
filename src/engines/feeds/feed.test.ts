import { describe, expect, test } from 'vitest'
import { readFeed } from './feed.ts'

const feedOf = async (text: string) => readFeed({ text, url: `https://feeds.example/feed` }, 10)
const atom = (inner: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &amp;lt;b&amp;gt; C</title>${inner}</feed>`

describe('a feed', () => {
  test('of Atom has the page of an entry, its text and its author', async () => {
    const feed = await feedOf(
      atom(`<author><name>All</name></author>
        <entry><id>tag:1</id><title>One</title><link rel="self" href="/self"/><link href="/one"/>
        <updated>2025-01-02T03:04:05+02:00</updated>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Some <em>words</em></p></div></content></entry>
        <entry xml:base="https://other.example/x/"><id>2</id><link href="two"/><author><name>Eve</name></author></entry>`),
    )
    expect(feed.items).toEqual([
      {
        title: 'One',
        url: 'https://feeds.example/one',
        publishedAt: '2025-01-02T01:04:05.000Z',
        author: 'All',
        summary: 'Some words',
        id: 'tag:1',
      },
      {
        title: null,
        url: 'https://other.example/x/two',
        publishedAt: null,
        author: 'Eve',
        summary: null,
        id: '2',
      },
    ])
  })

  test('of RSS 1.0 has its items beside the channel', async () => {
    const feed = await feedOf(
      `<rdf:RDF xmlns:rdf="r"><channel><title>T</title></channel>
      <item rdf:about="https://a.example/1"><title>1</title><link>https://a.example/1</link><dc:date>2025-05-05</dc:date></item></rdf:RDF>`,
    )
    expect(feed).toMatchObject({
      format: 'rss',
      title: 'T',
      items: [{ id: 'https://a.example/1', publishedAt: '2025-05-05T00:00:00.000Z' }],
    })
  })

  test.each([
    ['Mon, 06 Jan 2025 09:00:00 EST', '2025-01-06T14:00:00.000Z'],
    ['06 Jan 2025 09:00 GMT', '2025-01-06T09:00:00.000Z'],
    ['Wrong, 06 Jan 2025 09:00:00 +0530', '2025-01-06T03:30:00.000Z'],
    ['2025-01-06T09:00:00', '2025-01-06T09:00:00.000Z'],
    ['2025-01-06 09:00:00', '2025-01-06T09:00:00.000Z'],
    ['yesterday', null],
    ['Fri, 01 Jan 12345 00:00:00 GMT', null],
    ['-000123-01-01T00:00:00Z', null],
  ])('dates %j as %j', async (written, iso) => {
    const { items } = await feedOf(
      `<rss><channel><item><pubDate>${written}</pubDate></item></channel></rss>`,
    )
    expect(items[0]?.publishedAt).toBe(iso)
  })

  test('has the whole text of what is written with markup, wrapped or not', async () => {
    const { items } = await feedOf(
      `<rss><channel><item><title>See <a href="/x">this <b>page</b></a></title>
      <description><p>Bare</p></description><author><name>Eve</name></author></item></channel></rss>`,
    )
    expect(items[0]).toMatchObject({ title: 'See this page', summary: 'Bare', author: 'Eve' })
  })

  test.each([
    ['mode="base64" type="text/plain"', 'RW50cnk=', 'Entry'],
    ['type="application/octet-stream"', 'RW50cnk=', 'Entry'],
    ['type="image/png"', 'iVBORw0KGgo=', null],
    ['type="text/plain"', 'RW50cnk=', 'RW50cnk='],
  ])('has content with %s of %s as %j', async (attributes, written, summary) => {
    const { items } = await feedOf(
      atom(`<entry><content ${attributes}>${written}</content></entry>`),
    )
    expect(items[0]?.summary).toBe(summary)
  })

  test('of Atom leads to the identifier of an entry without a link, if an address', async () => {
    const { items } = await feedOf(
      atom('<entry><id>https://a.example/1</id></entry><entry><id>tag:a,1</id></entry>'),
    )
    expect(items.map(({ url }) => url)).toEqual(['https://a.example/1', null])
  })

  test.each(['Ada <ada@example.com>', 'Ada (ada@example.com)', 'ada@example.com (Ada)'])(
    'has the name of the author %s',
    async (author) => {
      const { items } = await feedOf(
        `<rss><channel><item><author><![CDATA[${author}]]></author></item></channel></rss>`,
      )
      expect(items[0]?.author).toBe('Ada')
    },
  )

  test('links to no script', async () => {
    const { items } = await feedOf(
      '<rss><channel><item><link>javascript:alert(1)</link></item></channel></rss>',
    )
    expect(items[0]).toMatchObject({ url: null })
  })

  test('has its own entities left as they are, whatever they would become', async () => {
    const laughs = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>`
    expect((await feedOf(laughs)).title).toBe('&b;')
  })
})
