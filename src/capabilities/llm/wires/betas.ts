/** Names of features that Anthropic serves only to requests which name them in a header. */

/** They change what a token costs, or let the provider run what no quote bounds. */
const BILLED = /^(context-1m|fast-mode|code-execution|mcp-client|files-api|skills)/
const NAME = /^[\w.-]{1,80}$/
const NAMES_MAX = 40

/** The header for a request, from a list or a text of names. */
export function betaHeader(
  betas: unknown,
  isOwn: boolean,
): Readonly<Record<string, string>> | undefined {
  const said = Array.isArray(betas) ? betas : typeof betas === 'string' ? betas.split(',') : []
  const names = said
    .map((name) => (typeof name === 'string' ? name.trim() : ''))
    .filter((name) => NAME.test(name) && (isOwn || !BILLED.test(name)))
    .slice(0, NAMES_MAX)
  return names.length > 0 ? { 'anthropic-beta': names.join(',') } : undefined
}
