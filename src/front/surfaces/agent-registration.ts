import { DOCUMENTS, jsonText, urlOf } from './documents.ts'
import { summaryOf } from './goods.ts'
import type { Shop, Surface } from './surface.ts'

const TYPE = 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1'
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#154"/><path d="M20 14h26v8H29v8h14v8H29v12h-9z" fill="#fff"/></svg>'

/** The registration file to which an entry of an ERC-8004 identity registry points. */
export const agentRegistration: Surface = {
  ...DOCUMENTS.agentRegistration,
  render: (shop) => jsonText(registrationOf(shop)),
}

function registrationOf(shop: Shop): Readonly<Record<string, unknown>> {
  const { site, till } = shop
  return {
    type: TYPE,
    name: site.name,
    description: summaryOf(shop),
    image: `data:image/svg+xml;base64,${Buffer.from(MARK).toString('base64')}`,
    services: [
      { name: 'web', endpoint: site.baseUrl },
      { name: 'A2A', endpoint: urlOf(shop, DOCUMENTS.agentCard), version: '1.0' },
      { name: 'MCP', endpoint: `${site.baseUrl}/mcp`, version: '2026-07-28' },
      { name: 'OpenAPI', endpoint: urlOf(shop, DOCUMENTS.openapi), version: '3.1.0' },
      { name: 'x402', endpoint: urlOf(shop, DOCUMENTS.manifest), version: '2' },
    ],
    x402Support: 'x402' in till.describe(),
    active: true,
    // An operator that registers the instance adds the entry to the file that it registers.
    registrations: [],
    supportedTrust: [],
  }
}
