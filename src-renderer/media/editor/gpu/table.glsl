// table.cpp: sliders and LUT, by tetrahedra.
uniform int hasTable;
uniform isampler3D table;

// The corners between first and last, by the order of the three parts: r>=g, g>=b, r>=b.
const ivec3 SECOND[8] = ivec3[8](
  ivec3(0, 0, 1), ivec3(0, 0, 1), ivec3(0, 1, 0), ivec3(0, 0, 1),
  ivec3(0, 0, 1), ivec3(1, 0, 0), ivec3(0, 1, 0), ivec3(1, 0, 0)
);
const ivec3 THIRD[8] = ivec3[8](
  ivec3(0, 1, 1), ivec3(1, 0, 1), ivec3(0, 1, 1), ivec3(1, 0, 1),
  ivec3(0, 1, 1), ivec3(1, 0, 1), ivec3(1, 1, 0), ivec3(1, 1, 0)
);

ivec3 tabled(ivec3 c) {
  ivec3 place = (clamp(c, 0, WHITE) * 257) >> 5;
  ivec3 low = place >> 10;
  ivec3 part = place & 1023;
  int most = max(part.r, max(part.g, part.b));
  int least = min(part.r, min(part.g, part.b));
  int middle = part.r + part.g + part.b - most - least;
  int order = int(part.r >= part.g) | int(part.g >= part.b) << 1 | int(part.r >= part.b) << 2;
  ivec3 sum = ivec3(4096);
  sum += texelFetch(table, low, 0).rgb * (1024 - most);
  sum += texelFetch(table, low + SECOND[order], 0).rgb * (most - middle);
  sum += texelFetch(table, low + THIRD[order], 0).rgb * (middle - least);
  sum += texelFetch(table, low + 1, 0).rgb * least;
  return sum >> 13;
}
