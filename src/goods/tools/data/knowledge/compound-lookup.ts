import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { pubchem } from '../../../../capabilities/upstreams/pubchem.ts'

export default defineTool({
  route: 'GET /api/compound-lookup',
  name: 'Chemical compound lookup',
  description: 'Chemical compound facts by name from PubChem: formula, weight, SMILES, InChIKey.',
  asks: [
    'molecular weight of caffeine',
    'chemical formula and SMILES of a substance',
    'formula of caffeine',
    'molecular weight',
    'what is this chemical',
  ],
  price: '$0.001',
  uses: { pubchem },
  input: z.object({
    name: searchText(200).describe('Name, trade name or CAS number, such as caffeine or 58-08-2.'),
  }),
  output: z.object({
    cid: z.int().describe('Number of the compound in PubChem.'),
    name: z.string().nullable(),
    formula: z.string().nullable(),
    weightGMol: z.number().nullable().describe('Molecular weight, g/mol.'),
    smiles: z.string().nullable(),
    inchiKey: z.string().nullable(),
    iupacName: z.string().nullable(),
    synonyms: z.array(z.string()).describe('The 20 most used synonyms.'),
    otherCids: z.array(z.int()).describe('Other compounds with the same name.'),
    url: z.string(),
  }),
  examples: [
    {
      input: { name: 'caffeine' },
      at: '2026-01-01T00:00:00Z',
      output: {
        cid: 2519,
        name: 'Caffeine',
        formula: 'C8H10N4O2',
        weightGMol: 194.19,
        smiles: 'CN1C=NC2=C1C(=O)N(C(=O)N2C)C',
        inchiKey: 'RYYVLZVUVIJVGH-UHFFFAOYSA-N',
        iupacName: '1,3,7-trimethylpurine-2,6-dione',
        synonyms: ['caffeine', '58-08-2', 'Guaranine'],
        otherCids: [],
        url: 'https://pubchem.ncbi.nlm.nih.gov/compound/2519',
        source: 'PubChem',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ name }, { pubchem }) {
    const [compound, ...others] = await pubchem.byName(name)
    const { CID: cid } = compound
    return {
      cid,
      name: compound.Title ?? null,
      formula: compound.MolecularFormula ?? null,
      weightGMol: compound.MolecularWeight ?? null,
      smiles: compound.SMILES ?? null,
      inchiKey: compound.InChIKey ?? null,
      iupacName: compound.IUPACName ?? null,
      synonyms: await pubchem.synonyms(cid),
      otherCids: others.slice(0, 20).map((other) => other.CID),
      url: `https://pubchem.ncbi.nlm.nih.gov/compound/${cid}`,
    }
  },
})
