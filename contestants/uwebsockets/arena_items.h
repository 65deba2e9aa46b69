// HttpArena's data set (docs/suites.md), read once.
#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

struct Item {
    int64_t id, price, quantity, score, count;
    bool active;
    std::string name, category;
    std::vector<std::string> tags;
};

static std::vector<Item> readItems(const char *path) {
    yyjson_doc *doc = yyjson_read_file(path, YYJSON_READ_NOFLAG, nullptr, nullptr);
    if (!doc) std::exit(1);
    std::vector<Item> items;
    size_t at, last, tagAt, tagLast;
    yyjson_val *value, *tag;
    yyjson_arr_foreach(yyjson_doc_get_root(doc), at, last, value) {
        auto number = [](yyjson_val *of, const char *key) { return yyjson_get_sint(yyjson_obj_get(of, key)); };
        auto text = [&](const char *key) { return yyjson_get_str(yyjson_obj_get(value, key)); };
        yyjson_val *rating = yyjson_obj_get(value, "rating");
        Item item{number(value, "id"), number(value, "price"), number(value, "quantity"), number(rating, "score"),
            number(rating, "count"), yyjson_get_bool(yyjson_obj_get(value, "active")), text("name"), text("category"), {}};
        yyjson_arr_foreach(yyjson_obj_get(value, "tags"), tagAt, tagLast, tag) item.tags.push_back(yyjson_get_str(tag));
        items.push_back(std::move(item));
    }
    yyjson_doc_free(doc);
    return items;
}

static yyjson_mut_val *counted(yyjson_mut_doc *doc, const std::vector<Item> &items, size_t count, int64_t m) {
    yyjson_mut_val *value = yyjson_mut_obj(doc);
    yyjson_mut_obj_add_uint(doc, value, "count", count);
    yyjson_mut_val *list = yyjson_mut_obj_add_arr(doc, value, "items");
    for (size_t at = 0; at < count; at++) {
        const Item &item = items[at];
        yyjson_mut_val *one = yyjson_mut_arr_add_obj(doc, list);
        yyjson_mut_obj_add_int(doc, one, "id", item.id);
        yyjson_mut_obj_add_str(doc, one, "name", item.name.c_str());
        yyjson_mut_obj_add_str(doc, one, "category", item.category.c_str());
        yyjson_mut_obj_add_int(doc, one, "price", item.price);
        yyjson_mut_obj_add_int(doc, one, "quantity", item.quantity);
        yyjson_mut_obj_add_bool(doc, one, "active", item.active);
        yyjson_mut_val *tags = yyjson_mut_obj_add_arr(doc, one, "tags");
        for (const std::string &tag : item.tags) yyjson_mut_arr_add_str(doc, tags, tag.c_str());
        yyjson_mut_val *rating = yyjson_mut_obj_add_obj(doc, one, "rating");
        yyjson_mut_obj_add_int(doc, rating, "score", item.score);
        yyjson_mut_obj_add_int(doc, rating, "count", item.count);
        yyjson_mut_obj_add_int(doc, one, "total", item.price * item.quantity * m);
    }
    return value;
}
