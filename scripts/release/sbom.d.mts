export function makeSbom(of: { now: Date; id: string }): {
  bomFormat: string;
  specVersion: string;
  components: { name: string; 'bom-ref': string; licenses: { expression: string }[] }[];
};
