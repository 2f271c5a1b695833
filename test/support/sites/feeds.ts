import { gzipSync } from 'node:zlib'

/** Feeds, sitemaps and a recording, as a small site keeps them. */

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>Example Post</title><link>https://example.com/</link>
<item><title>A harbour &amp; its boats</title><link>/post</link><guid isPermaLink="false">harbour-1</guid>
<pubDate>Tue, 30 Dec 2025 10:15:00 +0200</pubDate><dc:creator><![CDATA[Mara Quay]]></dc:creator>
<description><![CDATA[<p>Why the old quay was <b>worth saving</b>.</p>]]></description></item>
<item><title>Second</title><guid>https://example.com/second</guid></item></channel></rss>`

const JSON_FEED = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Example Post',
  items: [{ id: 1, url: 'https://example.com/post', content_html: '<p>Hi</p>' }],
}

const INDEX = `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://example.com/sitemap-posts.xml.gz</loc></sitemap></sitemapindex>`

const POSTS = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.com/</loc><lastmod>2025-12-01</lastmod><priority>1.0</priority></url>
<url><loc>https://example.com/post?a=1&amp;b=2</loc></url></urlset>`

const BLOG = `<!doctype html><title>Blog</title>
<link rel="alternate" type="application/rss+xml" title="Posts" href="/feed.xml">
<link rel="alternate" type="application/feed+json" title="Posts as JSON" href="/feed.json">
<link rel="alternate" hreflang="de" href="/de"><p>Posts.</p>`

/** Silence, in 16-bit samples. */
export function recording(seconds: number, hertz = 8_000): Buffer {
  const bytes = seconds * hertz * 2
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(hertz, 24)
  head.writeUInt32LE(hertz * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return Buffer.concat([head, Buffer.alloc(bytes)])
}

/** A title tag, and frames of MPEG-1 layer 3 at 128 kbit/s, 44.1 kHz. */
function episode(): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xff_fb_90_44, 0)
  const text = Buffer.concat([Buffer.from([3]), Buffer.from('Episode one')])
  const title = Buffer.concat([Buffer.from('TIT2\0\0\0'), Buffer.from([text.length, 0, 0]), text])
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0'), Buffer.from([title.length]), title])
  return Buffer.concat([tag, ...Array.from({ length: 200 }, () => frame)])
}

const xml = (body: string | Buffer, type = 'application/xml') => ({
  headers: { 'content-type': type },
  body,
})

/** What `example.com` shows beside its other pages. */
export const FEED_PAGES = {
  '/blog': { body: BLOG },
  '/feed.xml': xml(RSS, 'application/rss+xml'),
  '/feed.json': xml(JSON.stringify(JSON_FEED), 'application/feed+json'),
  '/sitemap.xml': xml(INDEX),
  '/sitemap-posts.xml.gz': xml(gzipSync(POSTS), 'application/gzip'),
  '/episode.wav': xml(recording(2), 'audio/wav'),
  '/episode.mp3': xml(episode(), 'audio/mpeg'),
} as const
