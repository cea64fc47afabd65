interface FileOptions {
  entitlements: string;
  hardenedRuntime?: boolean;
}
export function optionsOf(
  ofBuilder: ((file: string) => FileOptions) | undefined,
): (file: string) => FileOptions;
export default function signMac(options: object): Promise<void>;
