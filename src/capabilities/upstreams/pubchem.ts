import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { orNull } from '../../base/core/failover.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { numeric } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Compound = z.object({
  CID: z.int(),
  Title: text,
  MolecularFormula: text,
  MolecularWeight: numeric.nullish(),
  SMILES: text,
  InChIKey: text,
  IUPACName: text,
})

const Properties = z.object({
  PropertyTable: z.object({
    Properties: z.tuple([Compound], Compound),
  }),
})

const Synonyms = z.object({
  InformationList: z.object({
    Information: z.array(z.object({ Synonym: z.array(z.string()).nullish() })),
  }),
})

const WANTED = 'Title,MolecularFormula,MolecularWeight,SMILES,InChIKey,IUPACName'
const SYNONYMS_MAX = 20

export const pubchem = defineUpstream({
  name: 'pubchem',
  title: 'PubChem',
  terms: 'https://www.ncbi.nlm.nih.gov/home/about/policies/',
  texts: 'public',
  base: 'https://pubchem.ncbi.nlm.nih.gov',
  limits: { timeoutMs: 15_000, bytesMax: 3_000_000, perSecond: 5, among: 'replicas' },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Compounds with this name, the most used first. */
    async byName(name: string) {
      const refusals = {
        400: () => notFound(`PubChem does not know a compound ${name}.`),
        404: () => notFound(`PubChem does not know a compound ${name}.`),
      }
      // Sent in the body, because a name may contain slashes.
      const { PropertyTable } = await http.json(
        `/rest/pug/compound/name/property/${WANTED}/JSON`,
        Properties,
        {
          text: new URLSearchParams({ name }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          cacheTtlMs: DAY_MS,
          refusals,
        },
      )
      return PropertyTable.Properties
    },

    /** Other names, the most used first; empty if nobody has deposited any. */
    async synonyms(cid: number): Promise<readonly string[]> {
      const path = `/rest/pug/compound/cid/${cid}/synonyms/JSON`
      const refusals = { 404: () => notFound(`PubChem has no names of ${cid}.`) }
      const found = await orNull(http.json(path, Synonyms, { refusals }))
      return found?.InformationList.Information[0]?.Synonym?.slice(0, SYNONYMS_MAX) ?? []
    },
  }),
})
