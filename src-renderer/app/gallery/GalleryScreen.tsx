/** Every part of the design system. */
export default function GalleryScreen() {
  return null;
}
