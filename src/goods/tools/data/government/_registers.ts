import type { CzechSubject } from '../../../../capabilities/upstreams/ares.ts'
import type { NorwegianUnit } from '../../../../capabilities/upstreams/brreg.ts'
import type { BritishCompany } from '../../../../capabilities/upstreams/companies-house.ts'
import type { FrenchCompany } from '../../../../capabilities/upstreams/recherche-entreprises.ts'

/** A company, in the form that every register is brought into. */
export interface Registered {
  readonly id: string
  readonly name: string
  readonly legalForm: string | null
  readonly status: 'active' | 'insolvent' | 'closed' | 'unknown'
  readonly statusText: string | null
  readonly address: string | null
  readonly activity: string | null
  readonly registeredDate: string | null
  readonly employees: string | null
  readonly officers: readonly { readonly name: string; readonly role: string | null }[] | null
}

/** Size bands of the French statistical office, by the code in the register. */
const FRENCH_BANDS: Readonly<Record<string, string>> = {
  '00': '0',
  '01': '1-2',
  '02': '3-5',
  '03': '6-9',
  '11': '10-19',
  '12': '20-49',
  '21': '50-99',
  '22': '100-199',
  '31': '200-249',
  '32': '250-499',
  '41': '500-999',
  '42': '1000-1999',
  '51': '2000-4999',
  '52': '5000-9999',
  '53': '10000+',
}
const OFFICERS_MAX = 20
const GB_CLOSED = new Set(['dissolved', 'closed', 'converted-closed', 'removed'])
const GB_INSOLVENT = new Set([
  'liquidation',
  'receivership',
  'administration',
  'voluntary-arrangement',
  'insolvency-proceedings',
])

export function fromFrance(found: FrenchCompany): Registered {
  const officers = found.dirigeants.flatMap(({ nom, prenoms, denomination, qualite }) => {
    const name = denomination ?? [prenoms, nom].filter(Boolean).join(' ')
    return name ? [{ name, role: qualite }] : []
  })
  const state = found.etat_administratif
  return {
    id: found.siren,
    name: found.nom_complet,
    legalForm: found.nature_juridique,
    status: state === 'A' ? 'active' : state === 'C' ? 'closed' : 'unknown',
    statusText: state,
    address: found.siege?.adresse ?? null,
    activity: found.activite_principale,
    registeredDate: found.date_creation,
    employees: FRENCH_BANDS[found.tranche_effectif_salarie ?? ''] ?? null,
    officers: officers.slice(0, OFFICERS_MAX),
  }
}

export function fromNorway(unit: NorwegianUnit): Registered {
  const { forretningsadresse: at, naeringskode1: activity, organisasjonsform: form } = unit
  const town = [at?.postnummer, at?.poststed].filter(Boolean).join(' ')
  const address = [...(at?.adresse ?? []), town, at?.land].filter(Boolean).join(', ')
  const troubles = [
    unit.konkurs && 'konkurs',
    unit.underAvvikling && 'underAvvikling',
    unit.underTvangsavviklingEllerTvangsopplosning && 'underTvangsavviklingEllerTvangsopplosning',
  ].filter((trouble) => typeof trouble === 'string')
  const isKnown = unit.konkurs !== null
  return {
    id: unit.organisasjonsnummer,
    name: unit.navn,
    legalForm: form?.beskrivelse ?? form?.kode ?? null,
    status: unit.slettedato
      ? 'closed'
      : troubles.length > 0
        ? 'insolvent'
        : isKnown
          ? 'active'
          : 'unknown',
    statusText: unit.slettedato ? `slettet ${unit.slettedato}` : troubles.join(', ') || null,
    address: address || null,
    activity: activity ? [activity.kode, activity.beskrivelse].filter(Boolean).join(' ') : null,
    registeredDate: unit.registreringsdatoEnhetsregisteret,
    // The register only says that there are employees; from five on, it gives the number.
    employees:
      unit.antallAnsatte === null
        ? unit.harRegistrertAntallAnsatte
          ? '1-4'
          : null
        : String(unit.antallAnsatte),
    officers: null,
  }
}

export const fromCzechia = (found: CzechSubject): Registered => ({
  id: found.ico ?? found.icoId ?? '',
  name: found.obchodniJmeno ?? '',
  legalForm: found.pravniForma,
  status: found.datumZaniku ? 'closed' : 'active',
  statusText: found.datumZaniku ? `zanikl ${found.datumZaniku}` : null,
  address: found.sidlo?.textovaAdresa ?? null,
  activity: found.czNace.join(', ') || null,
  registeredDate: found.datumVzniku,
  employees: null,
  officers: null,
})

export function fromBritain(found: BritishCompany): Registered {
  const state = found.company_status ?? ''
  return {
    id: found.company_number,
    name: found.title,
    legalForm: found.company_type,
    status: GB_CLOSED.has(state)
      ? 'closed'
      : GB_INSOLVENT.has(state)
        ? 'insolvent'
        : state === 'active' || state === 'open' || state === 'registered'
          ? 'active'
          : 'unknown',
    statusText: found.company_status,
    address: found.address_snippet,
    activity: null,
    registeredDate: found.date_of_creation,
    employees: null,
    officers: null,
  }
}
