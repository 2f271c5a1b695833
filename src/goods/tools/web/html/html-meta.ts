import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { metasOf } from '../../../../engines/html/head.ts'
import { cardOf } from '../../../../engines/html/cards.ts'
import { baseOf } from '../../../../engines/html/links.ts'
import { html, parsedHtml } from './_parsed.ts'
import { lineOf } from '../../../../engines/html/text.ts'

const HREFLANGS_MAX = 500
const TEXT_CHARACTERS_MAX = 2_000

const said = () => z.string().nullable()

export default defineTool({
  route: 'POST /api/html-meta',
  name: 'Head tags of HTML',
  description:
    'Head tags of HTML: title, description, canonical address, language, Open Graph, Twitter ' +
    'card, robots and hreflang.',
  asks: [
    'read title and Open Graph tags from an HTML string',
    'parse meta tags of markup that I have',
    'title and description in my HTML',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    html: html(),
    baseUrl: webUrl().optional().describe('Address of the HTML; its <base> has priority.'),
  }),
  output: z.object({
    title: said(),
    description: said(),
    canonical: said().describe('Canonical address; absolute if a base is known.'),
    lang: said().describe('Language that the page declares.'),
    og: z
      .record(z.string(), z.string())
      .describe('Open Graph values without `og:`, the first of each.'),
    twitter: z
      .record(z.string(), z.string())
      .describe('Twitter values without `twitter:`, the first of each.'),
    robots: said(),
    hreflang: z.array(z.object({ lang: z.string(), href: z.string() })),
  }),
  examples: [
    {
      input: { html: '<head><title>Hi</title></head>' },
      output: {
        title: 'Hi',
        description: null,
        canonical: null,
        lang: null,
        og: {},
        twitter: {},
        robots: null,
        hreflang: [],
      },
    },
    {
      input: {
        html:
          '<html lang="en"><head><title> Tea &amp; milk </title><link rel="canonical" href="/tea">' +
          '<meta name="robots" content="noindex"><meta property="og:type" content="article">' +
          '<link rel="alternate" hreflang="de" href="/de/tee">',
        baseUrl: 'https://example.com/x',
      },
      output: {
        title: 'Tea & milk',
        description: null,
        canonical: 'https://example.com/tea',
        lang: 'en',
        og: { type: 'article' },
        twitter: {},
        robots: 'noindex',
        hreflang: [{ lang: 'de', href: 'https://example.com/de/tee' }],
      },
    },
  ],

  async run({ html, baseUrl }) {
    const $ = await parsedHtml(html)
    const base = baseOf($, baseUrl)
    const metaOf = metasOf($)
    const absolute = (href = ''): string | null => {
      const url = base === null ? URL.parse(href) : URL.parse(href, base)
      const found = url?.href ?? (base === null ? href.trim() : null)
      return found ? found.slice(0, TEXT_CHARACTERS_MAX).toWellFormed() : null
    }
    const alternates = $('link[rel~="alternate" i][hreflang][href]').slice(0, HREFLANGS_MAX)
    return {
      title: clip(lineOf($('head title').first().contents().toArray())),
      description: metaOf('description'),
      canonical: absolute($('link[rel~="canonical" i][href]').first().attr('href')),
      lang: clip($('html').attr('lang') ?? $('html').attr('xml:lang') ?? ''),
      og: cardOf($, 'og'),
      twitter: cardOf($, 'twitter'),
      robots: metaOf('robots'),
      hreflang: alternates.toArray().flatMap((link) => {
        const [lang, href] = [clip($(link).attr('hreflang') ?? ''), absolute($(link).attr('href'))]
        return lang && href ? [{ lang, href }] : []
      }),
    }
  },
})

const clip = (text: string): string | null =>
  text.trim().slice(0, TEXT_CHARACTERS_MAX).toWellFormed() || null
