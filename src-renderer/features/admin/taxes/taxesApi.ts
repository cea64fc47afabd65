import { z } from 'zod';
import { backendApi, queryBackend } from '../../../platform/index.ts';

const rateSchema = z.object({
  id: z.string(),
  country: z.string(),
  name: z.string(),
  rate_percent: z.number(),
  valid_from: z.string(),
});
export type TaxRate = z.infer<typeof rateSchema>;

const countrySchema = z.string().trim().toUpperCase();
export const newRateSchema = z.object({
  country: countrySchema.regex(/^[A-Z]{2}$/),
  name: z.string().trim().min(1).max(40),
  rate_percent: z
    .string()
    .trim()
    .regex(/^\d{1,3}([.,]\d{1,2})?$/)
    .transform((text) => Number(text.replace(',', '.')))
    .pipe(z.number().min(0).max(100)),
  valid_from: z.iso.date(),
});
type NewRate = z.output<typeof newRateSchema>;

export const sellerSchema = z.object({
  name: z.string().trim().max(200),
  address: z.string().trim().max(500),
  country: countrySchema.regex(/^([A-Z]{2})?$/),
  tax_id: z.string().trim().max(50),
});
export type Seller = z.infer<typeof sellerSchema>;

const MOST_RATES = 500;

const api = backendApi.enhanceEndpoints({ addTagTypes: ['tax'] }).injectEndpoints({
  endpoints: (build) => ({
    listTaxRates: build.query<TaxRate[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('tax_rates')
            .select('id, country, name, rate_percent, valid_from')
            .order('country')
            .order('valid_from', { ascending: false })
            .limit(MOST_RATES);
          return { data: error ? null : z.array(rateSchema).parse(data), error };
        }),
      providesTags: ['tax'],
    }),
    addTaxRate: build.mutation<null, NewRate>({
      queryFn: (rate, context) =>
        queryBackend(context, async (supabase) => supabase.from('tax_rates').insert(rate)),
      invalidatesTags: ['tax'],
    }),
    removeTaxRate: build.mutation<null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => supabase.from('tax_rates').delete().eq('id', id)),
      invalidatesTags: ['tax'],
    }),
    readSeller: build.query<Seller, void>({
      queryFn: (_, context) =>
        queryBackend<Seller>(context, async (supabase) =>
          supabase.from('invoice_seller').select('name, address, country, tax_id').single(),
        ),
      providesTags: ['tax'],
    }),
    saveSeller: build.mutation<null, Seller>({
      queryFn: (seller, context) =>
        queryBackend(context, async (supabase) =>
          supabase.from('invoice_seller').update(seller).eq('id', true),
        ),
      invalidatesTags: ['tax'],
    }),
  }),
});

export const {
  useListTaxRatesQuery,
  useAddTaxRateMutation,
  useRemoveTaxRateMutation,
  useReadSellerQuery,
  useSaveSellerMutation,
} = api;
