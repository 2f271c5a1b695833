import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { keptRows } from './_blocks.ts'

const Catalog = z.object({
  catalogVersion: z.string(),
  dateReleased: z.string(),
  vulnerabilities: z.array(
    z.object({
      cveID: z.string(),
      vendorProject: z.string(),
      product: z.string(),
      vulnerabilityName: z.string(),
      dateAdded: z.iso.date(),
      shortDescription: z.string(),
      requiredAction: z.string(),
      dueDate: z.iso.date().nullish().catch(null),
      knownRansomwareCampaignUse: z.string().nullish(),
      cwes: z.array(z.string()).nullish(),
    }),
  ),
})

export interface ExploitedVulnerability {
  readonly cve: string
  readonly vendor: string
  readonly product: string
  readonly name: string
  readonly description: string
  readonly addedDate: string
  readonly dueDate: string | null
  /** Whether it is known to be used for ransomware; else nobody knows. */
  readonly ransomware: 'known' | 'unknown'
  readonly action: string
}

export interface KevMeta {
  readonly catalogVersion: string
}

async function* read(path: string) {
  const catalog = Catalog.parse(JSON.parse(await readFile(path, 'utf8')))
  for (const entry of catalog.vulnerabilities) {
    const isKnown = entry.knownRansomwareCampaignUse?.toLowerCase() === 'known'
    const row: ExploitedVulnerability = {
      cve: entry.cveID.toUpperCase(),
      vendor: entry.vendorProject.trim(),
      product: entry.product.trim(),
      name: entry.vulnerabilityName.trim(),
      description: entry.shortDescription,
      addedDate: entry.dateAdded,
      dueDate: entry.dueDate ?? null,
      ransomware: isKnown ? 'known' : 'unknown',
      action: entry.requiredAction,
    }
    yield [row.cve, row] as const
  }
  const { catalogVersion, dateReleased } = catalog
  return { meta: { catalogVersion }, dataAtMs: Date.parse(dateReleased) || null }
}

export const work = keptRows<ExploitedVulnerability, KevMeta>(read)
