import type { NvdCve } from '../../../../capabilities/upstreams/nvd.ts'

export interface Score {
  readonly version: string | null
  readonly score: number
  readonly severity: string | null
  readonly vector: string
}

/** By the newest version of CVSS; if there are several scores, that of NVD itself. */
export function scoreOf({ metrics }: NvdCve): Score | null {
  const { cvssMetricV40, cvssMetricV31, cvssMetricV30, cvssMetricV2 } = metrics ?? {}
  const newest = [cvssMetricV40, cvssMetricV31, cvssMetricV30, cvssMetricV2].find(
    (scores) => scores && scores.length > 0,
  )
  const chosen = newest?.find(({ type }) => type === 'Primary') ?? newest?.[0]
  if (!chosen) return null
  const { version, baseScore, baseSeverity, vectorString } = chosen.cvssData
  return {
    version,
    score: baseScore,
    severity: baseSeverity ?? chosen.baseSeverity,
    vector: vectorString,
  }
}

export const englishOf = ({ descriptions }: NvdCve): string =>
  (descriptions.find(({ lang }) => lang === 'en') ?? descriptions[0])?.value ?? ''
