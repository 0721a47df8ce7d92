// A slot for the printer: base with walls, end stop and key; hood; cheek; plate of the three keys.
//
// Every size comes from slot_parameters.scad, which `tavolo drawings` writes beside a copy of this file. Choose a part here
// or with  openscad -D 'part="hood"' -o hood.stl slot.scad
// Each lies as it is printed. Coordinates are the slot's: x across, y from the end stop to the mouth, z from the bed.

include <slot_parameters.scad>

part = "base"; // base, hood, cheek or keys

through = 1; // how far a hole is cut beyond a face, so that nothing is left of it

$fn = 48;

module holes() {
    for (place = screws)
        translate([place[0], place[1], -through]) cylinder(d = screw, h = sheet + wall + 2 * through);
}

// Copper tape lies flush in its recess; the tail of each piece goes through a slit to the back.
module copper() {
    for (place = concat(pads, [strip]))
        translate([place[0] - place[2] / 2, place[1] - place[3] / 2, sheet - printed_recess])
            cube([place[2], place[3], printed_recess + through]);
    // A slit begins a little inside the recess, so that they are one hole.
    for (place = slits)
        translate([place[0] - place[2] / 2, place[1] - place[3] / 2, -through])
            cube([place[2], place[3] + 0.01, sheet + 2 * through]);
}

module base() {
    difference() {
        union() {
            linear_extrude(sheet) polygon(base_outline);
            linear_extrude(sheet + wall) polygon(spacer_outline);
        }
        copper();
        holes();
    }
}

// The hood lies on its outer face; at the mouth its inner edge is bevelled.
module hood() {
    low = -end_stop;
    bevel = hood_chamfer;
    difference() {
        rotate([90, 0, 90])
            linear_extrude(outer_width, center = true)
                polygon([[low, 0], [mouth, 0], [mouth, sheet - bevel], [mouth - bevel, sheet], [low, sheet]]);
        holes();
    }
}

module cheek() {
    linear_extrude(sheet) difference() {
        polygon(cheek_outline);
        for (corners = mortises) offset(delta = printed_clearance) polygon(corners);
    }
}

// The plate of the keys lies on its upper face, into which the signs are engraved, mirrored as one sees it from below.
module keys() {
    mirror([1, 0, 0]) difference() {
        linear_extrude(key_cover + key_printed_recess) polygon(key_plate);
        for (place = key_places) translate([place[0], place[1], key_cover]) {
            cylinder(d = key_diameter + key_printed_slack, h = key_printed_recess + through);
        }
        for (sign = key_signs) translate([0, 0, -through]) linear_extrude(key_engraved + through) polygon(sign);
    }
}

if (part == "base") base();
else if (part == "hood") hood();
else if (part == "cheek") cheek();
else if (part == "keys") keys();
else assert(false, "There is no such part: it is base, hood, cheek or keys.");
