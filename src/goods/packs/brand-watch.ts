import { z } from 'zod'
import { domain, siteOf } from './_domain.ts'
import { definePack } from './_runtime.ts'

const LOOKALIKES_MAX = 10

export default definePack({
  title: 'Brand watch',
  tagline: 'New certificates, free look-alike names, news and phishing reports of a brand domain.',
  asks: [
    'new certificates and look-alike names around my brand',
    'brand watch: news and phishing reports of a brand domain',
    'does somebody abuse our brand',
  ],
  input: z.object({ domain: domain().describe('Domain of the brand such as example.com.') }),
  steps: [
    { tool: 'whois', input: ({ domain }) => ({ domain }) },
    { tool: 'cert-transparency', input: ({ domain }) => ({ domain }) },
    { tool: 'domain-available', input: ({ domain }) => ({ domains: [...lookalikes(domain)] }) },
    { tool: 'search-news', input: ({ domain }) => ({ q: domain }) },
    { tool: 'phishing-site', input: ({ domain }) => ({ url: siteOf(domain) }) },
  ],
  examples: [{ input: { domain: 'example.com' } }],
})

/** Names that could be mistaken for this one: other endings, and typing errors. */
function lookalikes(name: string): readonly string[] {
  const [label = '', ...ending] = name.split('.').slice(-(isCountry(name) ? 3 : 2))
  const suffix = ending.join('.')
  const middle = Math.floor(label.length / 2)
  const names = [
    ...['com', 'net', 'org', 'co', 'app', 'io'].map((other) => `${label}.${other}`),
    `${label.slice(0, middle)}${label.slice(middle + 1)}.${suffix}`,
    `${label.slice(0, middle)}${label[middle] ?? ''}${label.slice(middle)}.${suffix}`,
    `${label.replace('l', '1').replace('o', '0')}.${suffix}`,
    `${label}-login.${suffix}`,
    `my${label}.${suffix}`,
    `get${label}.${suffix}`,
  ]
  const others = names.filter((other) => other !== name && !other.startsWith('.'))
  return [...new Set(others)].slice(0, LOOKALIKES_MAX)
}

/** Names such as example.co.uk, whose ending has two parts. */
const isCountry = (name: string): boolean => /\.(?:co|com|org|net|ac|gov)\.[a-z]{2}$/.test(name)
