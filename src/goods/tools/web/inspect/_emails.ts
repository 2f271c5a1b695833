const EMAILS_MAX = 100
const EMAIL =
  /(?<![\w.+-])[a-z0-9][\w.+-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}[a-z]{2,24}(?![\w@])/gi
/** Names of files such as logo@2x.png. */
const FILE = /\.(png|jpe?g|gif|svg|webp|avif|css|js|ico)$/i
const DISGUISED =
  /\b([\w.+-]{1,64})\s?[[({]\s?(?:at|@|ät|a)\s?[\])}]\s?([\w-]{1,63}(?:(?:\s?[[({]\s?(?:dot|punkt|\.)\s?[\])}]\s?|\.)[\w-]{2,63}){1,4})/gi

/** Addresses that are written, linked, or hidden from the simplest robots. */
export function emailsIn(
  text: string,
  hrefs: readonly string[],
  hidden: readonly string[],
): string[] {
  const linked = hrefs
    .filter((href) => /^mailto:/i.test(href))
    .map((href) => href.slice(7, 500).replace(/\?.*$/s, '').replaceAll('%40', '@'))
  const disguised = [...text.matchAll(DISGUISED)].map(
    ([, name, host = '']) =>
      `${name}@${host.replace(/\s?[[({]\s?(?:dot|punkt|\.)\s?[\])}]\s?/gi, '.')}`,
  )
  const all = [...linked, ...hidden.map(uncovered), ...disguised, text].join('\n')
  const found = (all.match(EMAIL) ?? []).map((email) => email.toLowerCase())
  return [...new Set(found)].filter((email) => !FILE.test(email)).slice(0, EMAILS_MAX)
}

/** Decodes the form of Cloudflare: each byte is XORed with the first, in hex. */
function uncovered(hex: string): string {
  const bytes = Buffer.from(hex.slice(0, 500), 'hex')
  const [key = 0] = bytes
  return Buffer.from(bytes.subarray(1).map((byte) => byte ^ key)).toString('latin1')
}
