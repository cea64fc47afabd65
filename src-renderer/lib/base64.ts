/** Bytes as base64, by the browser's own encoder: a loop over characters would hold up the page. */
export async function toBase64(blob: Blob): Promise<string> {
  if (blob.size === 0) return '';
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The bytes could not be read.'));
    reader.readAsDataURL(blob);
  });
  return address.slice(address.indexOf(',') + 1);
}
