import { z } from 'zod'
import { webUrl } from '../../base/lib/web-url.ts'
import { domainIn } from './_domain.ts'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

const after = ['unshorten-url'] as const

export default definePack({
  title: 'Link check',
  tagline: 'Where a link really goes and whether to trust it.',
  asks: [
    'where does a link go, and can I trust it',
    'link check: where it really goes and whether to trust it',
    'find dead links on my site',
  ],
  input: z.object({ url: webUrl().describe('The link, short or long.') }),
  steps: [
    { tool: 'unshorten-url', input: ({ url }) => ({ url }) },
    { tool: 'phishing-site', after, input: ({ url }, results) => ({ url: endOf(url, results) }) },
    { tool: 'meta', after, input: ({ url }, results) => ({ url: endOf(url, results) }) },
    {
      tool: 'whois',
      after,
      input({ url }, results) {
        const domain = domainIn(endOf(url, results))
        return domain === null ? null : { domain }
      },
    },
  ],
  examples: [{ input: { url: 'https://bit.ly/3abcxyz' } }],
})

/** If the link cannot be followed, the link itself is used. */
const endOf = (url: string, results: Readonly<Record<string, unknown>>): string =>
  textAt(results['unshorten-url'], 'finalUrl') ?? url
